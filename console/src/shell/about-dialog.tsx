import { Modal } from "antd";
import { useTranslation } from "react-i18next";
import packageJson from "../../package.json" with { type: "json" };
import { useSession } from "../kit/session.ts";

/** What this product is: name, version, whose it is, under which license. */
export default function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("shell");
  const { settings, licensed } = useSession();
  const info = settings.XPACK_LICENSE_INFO as { corporation?: string } | undefined;
  const owner = info?.corporation;
  const rows = [
    [t("about.product"), "Sallyport"],
    [t("about.version"), packageJson.version],
    ...(owner === undefined || owner === ""
      ? []
      : [[licensed ? t("about.licensee") : t("about.copyright"), owner]]),
    [t("about.license"), "Apache-2.0"],
  ];
  return (
    <Modal open onCancel={onClose} footer={null} title={t("about.title")} width={{ xs: "92%", md: 520 }}>
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
    </Modal>
  );
}
