import { useTranslation } from "react-i18next";
import { useSession } from "../kit/session.ts";

/** Whose installation this is. */
export function Footer() {
  const { t } = useTranslation("shell");
  const { settings, licensed } = useSession();
  const info = settings.XPACK_LICENSE_INFO as { corporation?: string } | undefined;
  return (
    <footer className="footer">
      Sallyport
      {licensed && info?.corporation !== undefined
        ? ` · ${t("footer.licensee", { name: info.corporation })}`
        : ""}
    </footer>
  );
}
