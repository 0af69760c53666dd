import { useTranslation } from "react-i18next";
import { useSession } from "../kit/session.ts";
import { corporationOf } from "./licensee.ts";
import { VERSION } from "./version.ts";

/** Which version this is, and whose installation. */
export function Footer() {
  const { t } = useTranslation("shell");
  const { settings, licensed } = useSession();
  const corporation = corporationOf(settings);
  return (
    <footer className="footer">
      {`Sallyport ${VERSION}`}
      {licensed && corporation !== undefined ? ` · ${t("footer.licensee", { name: corporation })}` : ""}
    </footer>
  );
}
