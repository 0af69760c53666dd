import { LOGIN_ASSET_ACLS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { RuleDetail } from "./rule-detail.tsx";

/** One of the asset access rules. */
export default function LoginAssetRuleDetail() {
  const { t } = useRuleTexts();
  return <RuleDetail resource={LOGIN_ASSET_ACLS} prefix={t("routes:loginAssetAclDetail")} />;
}
