import { lazy } from "react";
import { useTranslation } from "react-i18next";
import type { BulkUpdatePlan, DeletionReview } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { rowName } from "../../kit/list/rows.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { TreeTable } from "../../kit/tree/tree-table.tsx";
import { useTreeChoice } from "../../kit/tree/use-tree-choice.ts";
import { ASSET_OPTIONS, NODE_OPTIONS, NodeTree } from "../assets/index.ts";
import { GROUP_OPTIONS, USER_OPTIONS } from "../users/index.ts";
import { readAccountRule, writeAccountRule } from "./form/account-rules.ts";
import { PERMISSION_COLUMNS } from "./permission-columns.tsx";
import { DeletionImpact } from "./preview/deletion-impact.tsx";
import { changesAgreed, deletionAgreed } from "./preview/permission-preview.ts";
import { PERMISSIONS } from "./resources.ts";

const AccountsInput = lazy(async () => ({
  default: (await import("./form/accounts-input.tsx")).AccountsInput,
}));

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
    "session_grace_minutes",
  ],
  overrides: {
    users: { related: USER_OPTIONS },
    user_groups: { related: GROUP_OPTIONS },
    assets: { related: ASSET_OPTIONS },
    nodes: { related: NODE_OPTIONS },
    accounts: { input: AccountsInput, toForm: (value) => writeAccountRule(readAccountRule(value)) },
  },
};

const DELETION: DeletionReview = {
  ask: (permission) => deletionAgreed(permission, rowName(permission)),
  Note: DeletionImpact,
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
          columns={PERMISSION_COLUMNS}
          query={tree.query}
          filters={{ exclude: EXCLUDED_FILTERS }}
          create={{ label: t("routes:permissionCreate"), query: tree.createQuery }}
          emptyHint={t("emptyHint")}
          bulk={{ activation: true, update: BULK_UPDATE, review: changesAgreed }}
          deletion={DELETION}
        />
      </TreeTable>
    </Page>
  );
}
