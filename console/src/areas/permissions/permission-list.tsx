import { lazy } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { Amount, idsQuery } from "../../kit/list/formatters/amount.tsx";
import type { BulkUpdatePlan } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { rowName } from "../../kit/list/rows.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import type { ResourceDescriptor } from "../../kit/resource.ts";
import { useSession } from "../../kit/session.ts";
import { TreeTable } from "../../kit/tree/tree-table.tsx";
import { useTreeChoice } from "../../kit/tree/use-tree-choice.ts";
import { ASSET_OPTIONS, ASSETS, NODE_OPTIONS, NodeTree } from "../assets/index.ts";
import { GROUP_OPTIONS, GROUPS, USER_OPTIONS, USERS } from "../users/index.ts";
import { accountNames } from "./account-names.ts";
import { readAccountRule, writeAccountRule } from "./account-rules.ts";
import { PERMISSIONS } from "./resources.ts";

/** The objects of a relation: how many, which, and a list of them. */
function amount(field: string, resource: ResourceDescriptor, defaults: readonly string[]) {
  const columns: ColumnPlan = { defaults, exclude: ["avatar_url"] };
  return {
    align: "right" as const,
    render: (row: Row) => (
      <Amount
        value={row[field]}
        title={rowName(row)}
        list={{ resource, columns, query: idsQuery(row[field]) }}
      />
    ),
  };
}

const COLUMNS: ColumnPlan = {
  defaults: ["name", "users", "user_groups", "assets", "nodes", "accounts", "is_valid", "date_expired"],
  overrides: {
    users: amount("users", USERS, ["name", "username", "email", "is_valid"]),
    user_groups: amount("user_groups", GROUPS, ["name", "comment"]),
    assets: amount("assets", ASSETS, ["name", "address", "platform", "is_active"]),
    nodes: { align: "right", render: (row) => <Amount value={row.nodes} title={rowName(row)} /> },
    accounts: { render: (row) => accountNames(row.accounts) },
  },
};

const AccountsInput = lazy(async () => ({ default: (await import("./accounts-input.tsx")).AccountsInput }));

const BULK_UPDATE: BulkUpdatePlan = {
  fields: [
    "users",
    "user_groups",
    "assets",
    "nodes",
    "accounts",
    "actions",
    "is_active",
    "date_start",
    "date_expired",
  ],
  overrides: {
    users: { related: USER_OPTIONS },
    user_groups: { related: GROUP_OPTIONS },
    assets: { related: ASSET_OPTIONS },
    nodes: { related: NODE_OPTIONS },
    accounts: { input: AccountsInput, toForm: (value) => writeAccountRule(readAccountRule(value)) },
  },
};

const EXCLUDED_FILTERS = ["node_id", "asset_id"];

/** The list of asset permissions beside the tree of nodes and assets. */
export default function PermissionList() {
  const { t } = useTranslation(["permissions", "routes"]);
  const { can } = useSession();
  const tree = useTreeChoice();
  return (
    <Page title={t("routes:assetPermissions")}>
      <TreeTable
        tree={
          can("assets.view_node") ? (
            <NodeTree
              url="/api/v1/assets/nodes/children/tree/?assets=1"
              selected={tree.selected}
              onSelect={tree.choose}
            />
          ) : null
        }
      >
        <ResourceList
          resource={PERMISSIONS}
          label={t("routes:assetPermissions")}
          columns={COLUMNS}
          query={tree.query}
          excludeFilters={EXCLUDED_FILTERS}
          createLabel={t("routes:permissionCreate")}
          createQuery={tree.createQuery}
          emptyHint={t("emptyHint")}
          activation
          bulkUpdate={BULK_UPDATE}
        />
      </TreeTable>
    </Page>
  );
}
