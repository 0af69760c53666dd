import { useTranslation } from "react-i18next";
import { Dialog } from "../kit/dialog/dialog.tsx";
import { useSession } from "../kit/session.ts";
import { corporationOf } from "./licensee.ts";
import { VERSION } from "./version.ts";

/** What this product is: name, edition, version, whose it is, under which license. */
export default function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("shell");
  const { settings, licensed } = useSession();
  const corporation = corporationOf(settings);
  const rows = [
    [t("about.product"), "Sallyport"],
    [t("about.edition"), t(licensed ? "about.enterprise" : "about.community")],
    [t("about.version"), VERSION],
    ...(corporation === undefined ? [] : [[t(licensed ? "about.licensee" : "about.copyright"), corporation]]),
    [t("about.license"), "Apache-2.0"],
  ];
  return (
    <Dialog title={t("about.title")} size="small" onClose={onClose}>
      <dl className="detail-list">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="/core/download/" target="_blank" rel="noreferrer">
          {t("about.downloads")}
        </a>
      </p>
    </Dialog>
  );
}
