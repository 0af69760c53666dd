import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { api } from "../../kit/api/client.ts";
import { toast, toastFailure } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { rowKey } from "../../kit/list/data-table.tsx";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { TreeAndList } from "../../kit/tree-and-list.tsx";
import { NodeTree } from "./node-tree.tsx";
import { PlatformDialog } from "./platform-dialog.tsx";
import { ASSETS } from "./resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "address", "platform", "protocols", "connectivity", "is_active"],
  always: ["name", "address"],
  exclude: ["auto_config", "spec_info", "gathered_info"],
  overrides: { name: { render: (row) => <DetailLink resource={ASSETS} row={row} /> } },
};

/** The list of assets beside the tree of nodes. */
export default function AssetList() {
  const { t } = useTranslation(["assets", "routes"]);
  const { can } = useSession();
  const [address, setAddress] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const node = address.get("node_id") ?? undefined;
  const setActive = async (rows: readonly Row[], active: boolean, reload: () => Promise<void>) => {
    try {
      const body = rows.map((row) => ({ id: rowKey(row), is_active: active }));
      await api(ASSETS.url, { method: "PATCH", body });
      toast("success", t(active ? "activated" : "deactivated", { count: rows.length }));
    } catch (error) {
      toastFailure(error);
    }
    await reload();
  };
  return (
    <Page title={t("routes:assets")}>
      <TreeAndList
        tree={
          can("assets.view_node") ? (
            <NodeTree
              url="/api/v1/assets/nodes/children/tree/?assets=0"
              editable
              selected={node}
              onSelect={(item) => {
                const next = new URLSearchParams(address);
                next.delete("page");
                if (item === undefined) next.delete("node_id");
                else next.set("node_id", item.id);
                setAddress(next);
              }}
            />
          ) : null
        }
      >
        <ResourceList
          resource={ASSETS}
          label={t("routes:assets")}
          columns={COLUMNS}
          query={node === undefined ? {} : { node_id: node }}
          excludeFilters={["id", "node_id", "node"]}
          create={
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
              {t("create")}
            </Button>
          }
          emptyHint={t("emptyHint")}
          canChange={(row) => plainValue(row.category) === "host"}
          rowBuiltIns={["update", "delete", "duplicate"]}
          rowClassName={(row) => (row.is_active === false ? "is-inactive" : "")}
          bulkExtras={(rows, list) =>
            can("assets.change_asset")
              ? [
                  { key: "on", label: t("activate"), run: () => void setActive(rows, true, list.reload) },
                  { key: "off", label: t("deactivate"), run: () => void setActive(rows, false, list.reload) },
                ]
              : []
          }
        />
      </TreeAndList>
      <PlatformDialog open={creating} node={node} onClose={() => setCreating(false)} />
    </Page>
  );
}
