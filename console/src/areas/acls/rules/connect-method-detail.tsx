import { CONNECT_METHOD_ACLS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { RuleDetail } from "./rule-detail.tsx";

/** One of the connection method rules. */
export default function ConnectMethodRuleDetail() {
  const { t } = useRuleTexts();
  return <RuleDetail resource={CONNECT_METHOD_ACLS} prefix={t("routes:connectMethodAclDetail")} />;
}
