import { Tooltip } from "antd";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { TreeAndList } from "../../kit/tree-and-list.tsx";
import { NodeTree } from "../assets/index.ts";
import { accountNames } from "./account-names.ts";
import { PERMISSIONS } from "./resources.ts";

/** How many there are, and on pointing which. */
function Amount({ value }: { readonly value: unknown }) {
  const items = Array.isArray(value) ? value : [];
  if (items.length === 0) return <span className="cell-empty">0</span>;
  return (
    <Tooltip title={valueText(items.slice(0, 20))}>
      <span className="numeric">{items.length}</span>
    </Tooltip>
  );
}

/** The list of asset permissions beside the tree of nodes and assets. */
export default function PermissionList() {
  const { t } = useTranslation(["permissions", "routes"]);
  const { can } = useSession();
  const [address, setAddress] = useSearchParams();
  const node = address.get("node_id") ?? undefined;
  const asset = address.get("asset_id") ?? undefined;
  const amount = (name: string) => ({
    render: (row: Row) => <Amount value={row[name]} />,
    align: "right" as const,
  });
  const columns: ColumnPlan = {
    defaults: ["name", "users", "user_groups", "assets", "nodes", "accounts", "is_valid", "date_expired"],
    always: ["name"],
    overrides: {
      name: { render: (row) => <DetailLink resource={PERMISSIONS} row={row} /> },
      users: amount("users"),
      user_groups: amount("user_groups"),
      assets: amount("assets"),
      nodes: amount("nodes"),
      accounts: { render: (row) => accountNames(row.accounts) },
      is_valid: {
        render: (row) => (
          <StatusMark good={row.is_valid === true} text={t(row.is_valid === true ? "valid" : "invalid")} />
        ),
      },
    },
  };
  const query = new URLSearchParams();
  if (node !== undefined) query.set("node_id", node);
  if (asset !== undefined) query.set("asset_id", asset);
  return (
    <Page title={t("routes:assetPermissions")}>
      <TreeAndList
        tree={
          can("assets.view_node") ? (
            <NodeTree
              url="/api/v1/assets/nodes/children/tree/?assets=1"
              selected={asset ?? node}
              onSelect={(item) => {
                const next = new URLSearchParams(address);
                for (const name of ["page", "node_id", "asset_id"]) next.delete(name);
                if (item !== undefined) next.set(item.type === "asset" ? "asset_id" : "node_id", item.id);
                setAddress(next);
              }}
            />
          ) : null
        }
      >
        <ResourceList
          resource={PERMISSIONS}
          label={t("routes:assetPermissions")}
          columns={columns}
          query={{ node_id: node, asset_id: asset }}
          excludeFilters={["node_id", "asset_id"]}
          createLabel={t("routes:permissionCreate")}
          createQuery={query.size === 0 ? "" : `?${query.toString()}`}
          emptyHint={t("emptyHint")}
        />
      </TreeAndList>
    </Page>
  );
}
