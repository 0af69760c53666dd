import { Page } from "../../../kit/page.tsx";
import { LOGIN_ACLS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { RuleList } from "./rule-list.tsx";

/** The list of sign-in rules. */
export default function LoginRuleList() {
  const { t } = useRuleTexts();
  return (
    <Page title={t("routes:loginAcls")}>
      <RuleList
        resource={LOGIN_ACLS}
        label={t("routes:loginAcls")}
        createLabel={t("routes:loginAclCreate")}
        emptyHint={t("acls:empty.login")}
        duplicates={false}
      />
    </Page>
  );
}
