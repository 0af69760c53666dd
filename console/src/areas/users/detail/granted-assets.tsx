import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../../kit/list/resource-list.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import { useSession } from "../../../kit/session.ts";
import { TreeTable } from "../../../kit/tree/tree-table.tsx";
import { useTreeChoice } from "../../../kit/tree/use-tree-choice.ts";
import { PickTable } from "../../../kit/widgets/pick-table.tsx";
import { ASSETS, NodeTree } from "../../assets/index.ts";
import { actionNames, EXPLAIN_NEEDS, explainPath, GrantButton } from "../../permissions/index.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "address", "platform", "protocols", "nodes", "is_active"],
  exclude: ["spec_info", "auto_config"],
  overrides: { name: { render: (row) => <DetailLink resource={ASSETS} row={row} /> } },
};
const NO_ACTIONS: readonly [] = [];
const EXCLUDED_FILTERS = ["id"];

function AccountsDialog(props: { readonly url: string; readonly asset: Row; readonly onClose: () => void }) {
  const { t } = useTranslation("users");
  const title = t("granted.accountsOf", { name: rowName(props.asset) });
  const allowed = ({ actions }: Row) =>
    actionNames(Array.isArray(actions) ? actions : [], t("granted.everything"), t("granted.nothing"));
  return (
    <Dialog title={title} size="medium" onClose={props.onClose}>
      <PickTable
        label={title}
        url={`${props.url}assets/${String(props.asset.id)}/accounts/`}
        columns={[
          { name: "name", title: t("granted.account") },
          { name: "username", title: t("granted.username") },
          { name: "actions", title: t("granted.actions"), render: allowed },
        ]}
      />
    </Dialog>
  );
}

interface GrantedAssetsProps {
  readonly of: "users" | "user-groups";
  readonly holder: Row;
}

/**
 * Everything a user or a group may connect to here, by nodes, and with which accounts (docs/contract/permissions.md,
 * sections 7 and 10).
 */
export function GrantedAssets({ of, holder }: GrantedAssetsProps) {
  const { t } = useTranslation(["users", "routes", "granting"]);
  const { can } = useSession();
  const { node, choose } = useTreeChoice();
  const [shown, setShown] = useState<Row>();
  const url = `/api/v1/perms/${of}/${String(holder.id)}/`;
  const resource = useMemo<ResourceDescriptor>(
    () => ({
      url: `${url}assets/`,
      permission: { app: "perms", model: "userassets" },
      routes: { list: "" },
    }),
    [url],
  );
  return (
    <TreeTable tree={<NodeTree url={`${url}nodes/children/tree/`} selected={node} onSelect={choose} />}>
      <ResourceList
        key={node ?? "all"}
        resource={resource}
        url={node === undefined ? resource.url : `${url}nodes/${encodeURIComponent(node)}/assets/`}
        label={t("tab.assets")}
        name={of === "users" ? "userGrantedAssets" : "groupGrantedAssets"}
        columns={COLUMNS}
        inAddress={false}
        create={null}
        toolbar={{ exports: false }}
        bulk={{ delete: false }}
        rows={{
          builtIns: NO_ACTIONS,
          extras: (row) => [
            ...(of === "users" && can(EXPLAIN_NEEDS)
              ? [
                  {
                    key: "explain",
                    label: t("granting:explain.why"),
                    order: 110,
                    to: explainPath({ user: String(holder.id), asset: String(row.id) }),
                  },
                ]
              : []),
            {
              key: "accounts",
              label: t("granted.accounts"),
              disabled: row.is_active === false,
              run: () => setShown(row),
            },
          ],
          className: (row) => (row.is_active === false ? "is-inactive" : ""),
        }}
        filters={{ exclude: EXCLUDED_FILTERS }}
        emptyHint={t(of === "users" ? "granted.user" : "granted.group", { name: rowName(holder) })}
        emptyAction={<GrantButton {...{ [of === "users" ? "user_id" : "group_id"]: String(holder.id) }} />}
      />
      {shown === undefined ? null : (
        <AccountsDialog url={url} asset={shown} onClose={() => setShown(undefined)} />
      )}
    </TreeTable>
  );
}
