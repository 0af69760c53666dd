import { Button } from "antd";
import { useNavigate } from "react-router";
import { useSession } from "../../../kit/session.ts";
import { useGrantingTexts } from "../use-granting-texts.ts";
import { EXPLAIN_NEEDS, type ExplainQuestion, explainPath } from "./explain-path.ts";

/** Leads from the page of a user or an asset to the explanation of access; nothing for who may not ask. */
export function ExplainButton(question: ExplainQuestion) {
  const { t } = useGrantingTexts();
  const { can } = useSession();
  const navigate = useNavigate();
  if (!can(EXPLAIN_NEEDS)) return null;
  return <Button onClick={() => void navigate(explainPath(question))}>{t("granting:explain.open")}</Button>;
}
