import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { categoryOfPath } from "../categories.ts";
import { AssetForm } from "./asset-form.tsx";

/** Creates or changes an asset of the category that the address names. */
export default function CategoryForm() {
  const { t } = useTranslation("routes");
  const { pathname } = useLocation();
  const category = categoryOfPath(pathname) ?? "host";
  const titles = { create: t(`${category}Create`), update: t(`${category}Update`) };
  return <AssetForm key={pathname} category={category} titles={titles} />;
}
