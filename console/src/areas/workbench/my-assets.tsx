import { ArrowRightOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { rowName } from "../../kit/list/data-table.tsx";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { Page } from "../../kit/page.tsx";
import type { ResourceDescriptor } from "../../kit/resource.ts";
import { TreeAndList } from "../../kit/tree-and-list.tsx";
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

/** The assets this person may connect to. */
export default function MyAssets() {
  const { t } = useTranslation(["workbench", "routes"]);
  const [address, setAddress] = useSearchParams();
  const node = address.get("node") ?? undefined;
  return (
    <Page title={t("routes:myAssets")}>
      <TreeAndList
        tree={
          <NodeTree
            url={`${BASE}nodes/children/tree/`}
            selected={node}
            onSelect={(item) => {
              const next = new URLSearchParams(address);
              next.delete("page");
              if (item === undefined) next.delete("node");
              else next.set("node", item.id);
              setAddress(next);
            }}
          />
        }
      >
        <ResourceList
          key={node ?? "all"}
          resource={MY_ASSETS}
          url={node === undefined ? MY_ASSETS.url : `${BASE}nodes/${encodeURIComponent(node)}/assets/`}
          label={t("routes:myAssets")}
          columns={COLUMNS}
          create={null}
          bulkDelete={false}
          rowBuiltIns={[]}
          emptyHint={t("emptyHint")}
          excludeFilters={["id"]}
          rowClassName={(row) => (row.is_active === false ? "is-inactive" : "")}
        />
      </TreeAndList>
    </Page>
  );
}
