import { LOGIN_ACLS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { RuleDetail } from "./rule-detail.tsx";

/** One of the sign-in rules. */
export default function LoginRuleDetail() {
  const { t } = useRuleTexts();
  return <RuleDetail resource={LOGIN_ACLS} prefix={t("routes:loginAclDetail")} />;
}
