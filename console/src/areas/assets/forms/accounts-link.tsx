import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ASSETS } from "../resources.ts";

/** Accounts of an existing asset are changed on its page. */
export function AccountsLink() {
  const { t } = useTranslation("assetForms");
  const { id = "" } = useParams();
  return <Link to={`${ASSETS.routes.detail?.(id) ?? ""}?activeTab=Account`}>{t("toAccounts")}</Link>;
}
