import { Page } from "../../../kit/page.tsx";
import { LOGIN_ASSET_ACLS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { RuleList } from "./rule-list.tsx";

const ABOUT = ["assets", "accounts"];

/** The list of asset access rules. */
export default function LoginAssetRuleList() {
  const { t } = useRuleTexts();
  return (
    <Page title={t("routes:loginAssetAcls")} help={t("acls:help.asset")}>
      <RuleList
        resource={LOGIN_ASSET_ACLS}
        label={t("routes:loginAssetAcls")}
        createLabel={t("routes:loginAssetAclCreate")}
        emptyHint={t("acls:empty.asset")}
        about={ABOUT}
      />
    </Page>
  );
}
