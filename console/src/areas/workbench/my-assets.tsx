import { ArrowRightOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { rowName } from "../../kit/list/rows.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import type { ResourceDescriptor } from "../../kit/resource.ts";
import { TreeTable } from "../../kit/tree/tree-table.tsx";
import { useTreeChoice } from "../../kit/tree/use-tree-choice.ts";
import { NodeTree } from "../assets/index.ts";

const BASE = "/api/v1/perms/users/self/";

const MY_ASSETS: ResourceDescriptor = {
  url: `${BASE}assets/`,
  permission: { app: "perms", model: "myassets" },
  routes: { list: "/workbench/assets" },
};

/** Opens the terminal page on an asset. */
export function connectPath(id: string): string {
  return `/luna/?login_to=${encodeURIComponent(id)}`;
}

function ConnectButton({ row }: { readonly row: Row }) {
  const { t } = useTranslation("workbench");
  return (
    <Button
      size="small"
      type="primary"
      ghost
      icon={<ArrowRightOutlined />}
      disabled={row.is_active === false}
      href={connectPath(String(row.id))}
      target="_blank"
      rel="noreferrer"
      aria-label={t("connectTo", { name: rowName(row) })}
    >
      {t("connect")}
    </Button>
  );
}

const COLUMNS: ColumnPlan = {
  defaults: ["connect", "name", "address", "platform", "protocols", "connectivity", "is_active"],
  always: ["connect", "name", "address"],
  exclude: ["spec_info", "auto_config"],
  extra: ["connect"],
  overrides: {
    connect: { title: "", sortable: false, width: 110, render: (row) => <ConnectButton row={row} /> },
  },
};

const EXCLUDED_FILTERS = ["id"];
const NO_ACTIONS: readonly [] = [];

/** The assets this person may connect to. */
export default function MyAssets() {
  const { t } = useTranslation(["workbench", "routes"]);
  const { node, choose } = useTreeChoice();
  return (
    <Page title={t("routes:myAssets")}>
      <TreeTable tree={<NodeTree url={`${BASE}nodes/children/tree/`} selected={node} onSelect={choose} />}>
        <ResourceList
          key={node ?? "all"}
          resource={MY_ASSETS}
          url={node === undefined ? MY_ASSETS.url : `${BASE}nodes/${encodeURIComponent(node)}/assets/`}
          label={t("routes:myAssets")}
          columns={COLUMNS}
          create={null}
          bulkDelete={false}
          rowBuiltIns={NO_ACTIONS}
          emptyHint={t("emptyHint")}
          excludeFilters={EXCLUDED_FILTERS}
          rowClassName={(row) => (row.is_active === false ? "is-inactive" : "")}
        />
      </TreeTable>
    </Page>
  );
}
