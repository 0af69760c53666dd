import type { PageTab } from "../../../kit/detail/tab-page.tsx";
import { TabPage } from "../../../kit/detail/tab-page.tsx";
import { Amount } from "../../../kit/list/formatters/amount.tsx";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { COMMAND_FILTERS, COMMAND_GROUPS } from "../resources.ts";
import { RuleList } from "../rules/rule-list.tsx";
import { useRuleTexts } from "../use-rule-texts.ts";

const ABOUT = ["command_groups", "assets"];
const OVERRIDES = {
  command_groups: {
    align: "right" as const,
    render: (row: Row) => <Amount value={row.command_groups} title={rowName(row)} />,
  },
};
const GROUP_COLUMNS = { defaults: ["name", "type", "content", "comment"] };

function CommandGroups() {
  const { t } = useRuleTexts();
  return (
    <ResourceList
      resource={COMMAND_GROUPS}
      label={t("routes:commandGroups")}
      columns={GROUP_COLUMNS}
      create={{ label: t("routes:commandGroupCreate") }}
      toolbar={{ exports: false, imports: false }}
      emptyHint={t("routes:commandGroupEmpty")}
    />
  );
}

function CommandRules() {
  const { t } = useRuleTexts();
  return (
    <RuleList
      resource={COMMAND_FILTERS}
      label={t("routes:commandAcls")}
      createLabel={t("routes:commandAclCreate")}
      emptyHint={t("acls:empty.command")}
      about={ABOUT}
      overrides={OVERRIDES}
    />
  );
}

/** Command rules and the groups of commands they name, each for those who may see it. */
export default function CommandPage() {
  const { t } = useRuleTexts();
  const { can } = useSession();
  const tabs: (PageTab & { readonly needs: string })[] = [
    {
      key: "CommandFilterAcl",
      label: t("routes:commandAcls"),
      needs: "acls.view_commandfilteracl",
      content: <CommandRules />,
    },
    {
      key: "CommandGroup",
      label: t("routes:commandGroups"),
      needs: "acls.view_commandgroup",
      content: <CommandGroups />,
    },
  ];
  return (
    <Page title={t("routes:commandAcls")} help={t("acls:help.command")}>
      <TabPage tabs={tabs.filter(({ needs }) => can(needs))} lists />
    </Page>
  );
}
