import { COMMAND_FILTERS } from "../resources.ts";
import { RuleDetail } from "../rules/rule-detail.tsx";
import { useRuleTexts } from "../use-rule-texts.ts";

/** One of the command rules. */
export default function CommandRuleDetail() {
  const { t } = useRuleTexts();
  return <RuleDetail resource={COMMAND_FILTERS} prefix={t("routes:commandAclDetail")} />;
}
