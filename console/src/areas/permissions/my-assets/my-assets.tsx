import { ArrowRightOutlined, StarFilled, StarOutlined } from "@ant-design/icons";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../kit/api/client.ts";
import { refreshData } from "../../../kit/api/resources.ts";
import { toastFailure } from "../../../kit/feedback.ts";
import { protocolsKind } from "../../../kit/field-kinds/protocols.tsx";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { DialogDetail } from "../../../kit/list/formatters/dialog-detail.tsx";
import { GrantedAccountShow } from "../../../kit/list/formatters/granted-account-show.tsx";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { Page } from "../../../kit/page.tsx";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import { TreeTable } from "../../../kit/tree/tree-table.tsx";
import { useTreeChoice } from "../../../kit/tree/use-tree-choice.ts";
import { NodeTree } from "../../assets/index.ts";
import { connectPath } from "../../sessions/index.ts";
import { RequestAccessButton, useTicketsOn } from "../../tickets/index.ts";
import "./my-assets.css";

const BASE = "/api/v1/perms/users/self/";
const FAVORITES = "/api/v1/assets/favorite-assets/";

const MY_ASSETS: ResourceDescriptor = {
  url: `${BASE}assets/`,
  permission: { app: "perms", model: "myassets" },
  routes: { list: "/workbench/assets" },
};

/** The caller's favourites, and a way to add one or take it out. */
function useFavorites() {
  const client = useQueryClient();
  const favorites = useQuery({
    queryKey: ["list", FAVORITES],
    queryFn: ({ signal }) => api<readonly { readonly asset: string }[]>(FAVORITES, { signal }),
  });
  const ids = useMemo(
    () => new Set((Array.isArray(favorites.data) ? favorites.data : []).map(({ asset }) => asset)),
    [favorites.data],
  );
  const toggle = useCallback(
    async (asset: string) => {
      try {
        if (ids.has(asset)) await api(FAVORITES, { method: "DELETE", query: { asset } });
        else await api(FAVORITES, { method: "POST", body: { asset } });
        await refreshData(client);
      } catch (error) {
        toastFailure(error);
      }
    },
    [client, ids],
  );
  return { ids, toggle };
}

interface RowButtonsProps {
  readonly row: Row;
  readonly favorite: boolean;
  readonly onToggle: (asset: string) => void;
}

/** Connects to an asset, and keeps it among the favourites. */
function RowButtons({ row, favorite, onToggle }: RowButtonsProps) {
  const { t } = useTranslation(["myAssets", "granting"]);
  const name = rowName(row);
  const label = t(favorite ? "granting:work.unfavorite" : "granting:work.favorite", { name });
  return (
    <span className="my-asset-buttons">
      <Button
        size="small"
        type="primary"
        ghost
        icon={<ArrowRightOutlined />}
        disabled={row.is_active === false}
        href={connectPath(String(row.id))}
        target="_blank"
        rel="noreferrer"
        aria-label={t("myAssets:connectTo", { name })}
      >
        {t("myAssets:connect")}
      </Button>
      <Button
        size="small"
        type="text"
        className={favorite ? "favorite is-on" : "favorite"}
        icon={favorite ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
        aria-label={label}
        aria-pressed={favorite}
        title={label}
        onClick={() => onToggle(String(row.id))}
      />
    </span>
  );
}

const CARD = [
  "name",
  "address",
  "protocols",
  "category",
  "type",
  "platform",
  "is_active",
  "comment",
] as const;

/** The name of an asset; it opens what is known of it. */
function AssetName({ row }: { readonly row: Row }) {
  const { t } = useTranslation("granting");
  const value = (name: (typeof CARD)[number]) =>
    name === "protocols" ? protocolsKind.cell(row.protocols, { type: "field" }, name) : valueText(row[name]);
  return (
    <DialogDetail
      text={rowName(row)}
      title={rowName(row)}
      items={CARD.map((name) => ({ key: name, label: t(`work.card.${name}`), value: value(name) }))}
    />
  );
}

const EXCLUDED_FILTERS = ["id"];
const NO_ACTIONS: readonly [] = [];

/** The assets this person may connect to. */
export default function MyAssets() {
  const { t } = useTranslation(["myAssets", "routes", "granting"]);
  const canRequest = useTicketsOn();
  const { node, choose } = useTreeChoice();
  const { ids, toggle } = useFavorites();
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["name", "address", "platform", "accounts", "connectivity", "is_active", "actions"],
      always: ["name", "address", "actions"],
      exclude: ["spec_info", "auto_config"],
      extra: ["accounts", "actions"],
      overrides: {
        name: { render: (row) => <AssetName row={row} /> },
        accounts: {
          title: t("granting:work.accounts"),
          sortable: false,
          render: (row) =>
            row.is_active === false ? (
              ""
            ) : (
              <GrantedAccountShow url={`${BASE}assets/${String(row.id)}/accounts/`} name={rowName(row)} />
            ),
        },
        actions: {
          title: t("granting:work.actions"),
          sortable: false,
          width: 150,
          render: (row) => (
            <RowButtons
              row={row}
              favorite={ids.has(String(row.id))}
              onToggle={(asset) => void toggle(asset)}
            />
          ),
        },
      },
    }),
    [t, ids, toggle],
  );
  return (
    <Page title={t("routes:myAssets")}>
      <TreeTable tree={<NodeTree url={`${BASE}nodes/children/tree/`} selected={node} onSelect={choose} />}>
        <ResourceList
          key={node ?? "all"}
          resource={MY_ASSETS}
          url={node === undefined ? MY_ASSETS.url : `${BASE}nodes/${encodeURIComponent(node)}/assets/`}
          label={t("routes:myAssets")}
          columns={columns}
          create={null}
          toolbar={{ exports: false }}
          bulk={{ delete: false }}
          rows={{ builtIns: NO_ACTIONS, className: (row) => (row.is_active === false ? "is-inactive" : "") }}
          emptyHint={t(canRequest ? "myAssets:emptyRequest" : "myAssets:emptyHint")}
          emptyAction={<RequestAccessButton />}
          filters={{ exclude: EXCLUDED_FILTERS }}
        />
      </TreeTable>
    </Page>
  );
}
