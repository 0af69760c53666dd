import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { isRecord } from "../../kit/api/api-error.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { TreeAndList } from "../../kit/tree-and-list.tsx";
import { ASSETS, NodeTree } from "../assets/index.ts";
import { ACCOUNTS } from "./resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "asset", "secret_type", "privileged", "is_active", "date_updated"],
  always: ["name", "username"],
  exclude: ["spec_info", "params"],
  overrides: {
    name: { render: (row) => <DetailLink resource={ACCOUNTS} row={row} /> },
    asset: {
      render: (row) => (isRecord(row.asset) ? <DetailLink resource={ASSETS} row={row.asset} /> : ""),
    },
  },
};

/** The list of accounts beside the tree of nodes and assets. */
export default function AccountList() {
  const { t } = useTranslation("routes");
  const { can } = useSession();
  const [address, setAddress] = useSearchParams();
  const node = address.get("node_id") ?? undefined;
  const asset = address.get("asset_id") ?? undefined;
  return (
    <Page title={t("accounts")}>
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
          resource={ACCOUNTS}
          label={t("accounts")}
          columns={COLUMNS}
          query={{ node_id: node, asset_id: asset }}
          defaultOrder="-date_updated"
          excludeFilters={["id", "asset", "asset_id", "node_id"]}
          createLabel={t("accountCreate")}
          createQuery={asset === undefined ? "" : `?asset=${asset}`}
          rowBuiltIns={["update", "delete"]}
        />
      </TreeAndList>
    </Page>
  );
}
