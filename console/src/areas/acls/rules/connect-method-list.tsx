import { Page } from "../../../kit/page.tsx";
import { CONNECT_METHOD_ACLS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";
import { RuleList } from "./rule-list.tsx";

const ABOUT = ["connect_methods"];

/** The list of connection method rules. */
export default function ConnectMethodRuleList() {
  const { t } = useRuleTexts();
  return (
    <Page title={t("routes:connectMethodAcls")} help={t("acls:help.method")}>
      <RuleList
        resource={CONNECT_METHOD_ACLS}
        label={t("routes:connectMethodAcls")}
        createLabel={t("routes:connectMethodAclCreate")}
        emptyHint={t("acls:empty.method")}
        about={ABOUT}
      />
    </Page>
  );
}
