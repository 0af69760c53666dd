import { Button } from "antd";
import { useNavigate } from "react-router";
import { peoplePath } from "./sources.ts";
import { useSourceTexts } from "./use-source-texts.ts";

/** Leads from the settings of a source to its people. */
export function SourcePeopleButton({ source }: { readonly source: string }) {
  const { t } = useSourceTexts();
  const navigate = useNavigate();
  return <Button onClick={() => void navigate(peoplePath(source))}>{t("sources:open")}</Button>;
}
