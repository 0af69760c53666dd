import type { Query } from "../../../kit/api/client.ts";
import { readAttributeFilter } from "../../../kit/field-kinds/attribute-filter.tsx";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../../kit/list/resource-list.tsx";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import { useSession } from "../../../kit/session.ts";
import { ruleParameter } from "../../../kit/widgets/attribute-rules.ts";
import { ASSETS } from "../../assets/index.ts";
import { USERS } from "../../users/index.ts";
import { useRuleTexts } from "../use-rule-texts.ts";

/** The list of what a filter fits. Ids are asked for as such: there may be more than a filter in an address can hold. */
function queryOf(value: unknown): Query {
  const filter = readAttributeFilter(value);
  if (filter.type === "ids" && filter.ids.length > 0) return { ids: filter.ids.join(",") };
  return { attr_rules: ruleParameter(filter) };
}

interface MatchingProps {
  readonly resource: ResourceDescriptor;
  readonly filter: unknown;
  readonly label: string;
  readonly columns: ColumnPlan;
  readonly emptyHint: string;
}

const NO_ACTIONS: readonly [] = [];

function Matching({ resource, filter, label, columns, emptyHint }: MatchingProps) {
  return (
    <ResourceList
      resource={resource}
      label={label}
      query={queryOf(filter)}
      columns={columns}
      inAddress={false}
      create={null}
      toolbar={{ exports: false }}
      bulk={{ delete: false }}
      rows={{ builtIns: NO_ACTIONS }}
      emptyHint={emptyHint}
    />
  );
}

const nameOf = (resource: ResourceDescriptor): NonNullable<ColumnPlan["overrides"]> => ({
  name: { render: (row) => <DetailLink resource={resource} row={row} /> },
});

const USER_COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "groups", "system_roles", "source", "is_valid"],
  exclude: ["avatar_url", "password_strategy"],
  overrides: nameOf(USERS),
};

const USER_COLUMNS_OF_ORGANIZATION: ColumnPlan = {
  ...USER_COLUMNS,
  defaults: ["name", "username", "groups", "system_roles", "org_roles", "source", "is_valid"],
};

const ASSET_COLUMNS: ColumnPlan = {
  defaults: ["name", "address", "platform", "type", "is_active"],
  overrides: nameOf(ASSETS),
};

/** The users a rule is about now. */
export function MatchingUsers({ filter }: { readonly filter: unknown }) {
  const { t } = useRuleTexts();
  const { licensed, inRoot, organizationChoice } = useSession();
  const showsRoles = licensed && !inRoot && organizationChoice === "free";
  return (
    <Matching
      resource={USERS}
      filter={filter}
      label={t("acls:tab.users")}
      columns={showsRoles ? USER_COLUMNS_OF_ORGANIZATION : USER_COLUMNS}
      emptyHint={t("acls:nobody")}
    />
  );
}

/** The assets a rule is about now. */
export function MatchingAssets({ filter }: { readonly filter: unknown }) {
  const { t } = useRuleTexts();
  return (
    <Matching
      resource={ASSETS}
      filter={filter}
      label={t("acls:tab.assets")}
      columns={ASSET_COLUMNS}
      emptyHint={t("acls:nothing")}
    />
  );
}
