import { useQuery } from "@tanstack/react-query";
import { api } from "../../kit/api/client.ts";
import { objectQuery } from "../../kit/api/resources.ts";
import { DetailCard, type DetailItem, detailItems } from "../../kit/detail/detail-card.tsx";
import { type QuickAction, QuickActions } from "../../kit/detail/quick-actions.tsx";
import { RelationCard, type RelationItem } from "../../kit/detail/relation-card.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, type ListHandle, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { ASSET_OPTIONS, ASSETS, NODE_OPTIONS } from "../assets/index.ts";
import { CHANGE_SECRET, type PlanKind } from "./resources.ts";
import { runPlanHere } from "./run-plan.ts";
import { usePlanTexts } from "./use-plan-texts.ts";

const STAMPS = ["created_by", "date_created", "date_updated", "comment"];
const SECRETS = ["accounts", "secret_strategy", "secret_type"];

const CARDS: Readonly<Record<PlanKind["name"], readonly string[]>> = {
  push: ["id", "name", ...SECRETS, "periodic_display", ...STAMPS],
  changeSecret: ["id", "name", ...SECRETS, "recipients", "periodic_display", ...STAMPS],
  gather: ["id", "name", "is_sync_account", "periodic_display", ...STAMPS],
  backup: [
    "id",
    "name",
    "types",
    "recipients_part_one",
    "recipients_part_two",
    "delivery",
    "storage",
    "periodic_display",
    ...STAMPS,
  ],
};

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** How many assets and nodes a plan names. */
function useAmounts(kind: PlanKind, row: Row): readonly DetailItem[] {
  const { t } = usePlanTexts();
  if (kind.name === "backup") return [];
  return [
    { key: "asset_amount", label: t("asset_amount"), value: lengthOf(row.assets) },
    { key: "node_amount", label: t("node_amount"), value: lengthOf(row.nodes) },
  ];
}

/** When a plan runs by itself from now on. */
function NextRuns({ row }: { readonly row: Row }) {
  const { t } = usePlanTexts();
  const runs = Array.isArray(row.next_runs) ? row.next_runs.map(String) : [];
  return (
    <section className="card">
      <h2>{t("nextRuns")}</h2>
      {runs.length === 0 ? (
        <p className="hint">{t("noRuns")}</p>
      ) : (
        <ol className="numeric">
          {runs.map((run) => (
            <li key={run}>{run}</li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface TabProps {
  readonly kind: PlanKind;
  readonly context: DetailContext;
}

function Basic({ kind, context }: TabProps) {
  const { t } = usePlanTexts();
  const { can, inRoot } = useSession();
  const { row, fields, patch } = context;
  const { app, model } = kind.plans.permission;
  const amounts = useAmounts(kind, row);
  const activation: readonly QuickAction[] =
    kind.name === "backup"
      ? []
      : [
          {
            key: "active",
            title: t("active"),
            checked: row.is_active === true,
            disabled: !can(`${app}.change_${model}`),
            run: (checked: boolean) => patch({ is_active: checked }),
          },
        ];
  const run: readonly QuickAction[] =
    can(kind.execute) && !inRoot
      ? [
          {
            key: "run",
            title: t("runNow"),
            button: t("run"),
            disabled: row.is_active === false,
            run: () => runPlanHere(kind, row),
          },
        ]
      : [];
  return (
    <div className="detail-columns">
      <DetailCard items={[...amounts, ...detailItems(fields, row, CARDS[kind.name])]} />
      <div className="detail-stack">
        <QuickActions actions={[...activation, ...run]} />
        <NextRuns row={row} />
      </div>
    </div>
  );
}

const ASSET_COLUMNS: ColumnPlan = {
  defaults: ["name", "address"],
  exclude: ["id"],
  overrides: { name: { render: (row) => <DetailLink resource={ASSETS} row={row} /> } },
};
const NO_ACTIONS: readonly [] = [];

/** The assets a plan reaches, and the assets and nodes it names itself. */
function AssetsAndNodes({ context }: TabProps) {
  const { t } = usePlanTexts();
  const { inRoot } = useSession();
  const { row, reload } = context;
  const base = `/api/v1/accounts/change-secret/${encodeURIComponent(String(row.id))}/`;
  const named = useQuery(objectQuery<{ readonly assets: readonly string[] }>(`${base}asset/add/`));
  const change = async (path: string, body: Row) => {
    const answer = await api<{ error?: unknown }>(`${base}${path}`, { method: "PATCH", body });
    if (answer.error !== undefined) throw new Error(valueText(answer.error) || t("notChanged"));
    await reload();
  };
  const nodes: readonly RelationItem[] = (Array.isArray(row.nodes) ? row.nodes : []).map((node: Row) => ({
    id: String(node.id),
    label: valueText(node.name),
  }));
  const remove = (asset: Row, list: ListHandle) => [
    {
      key: "remove",
      label: t("remove"),
      danger: true,
      disabled: inRoot || named.data?.assets.includes(String(asset.id)) !== true,
      run: () =>
        confirm({
          title: t("removeAsset", { name: valueText(asset.name) }),
          content: t("removeAssetBody"),
          confirmText: t("remove"),
          danger: true,
          onConfirm: async () => {
            await change("asset/remove/", { assets: [asset.id] });
            await list.reload();
          },
        }),
    },
  ];
  return (
    <div className="detail-columns">
      <ResourceList
        resource={{ ...ASSETS, url: `${base}assets/` }}
        label={t("assets")}
        columns={ASSET_COLUMNS}
        inAddress={false}
        create={null}
        bulk={{ delete: false }}
        toolbar={{ imports: false, exports: false }}
        rows={{ builtIns: NO_ACTIONS, extras: remove }}
        emptyHint={t("noAssets")}
      />
      <div className="detail-stack">
        <RelationCard
          title={t("addAssets")}
          options={ASSET_OPTIONS}
          onAdd={inRoot ? undefined : (ids) => change("asset/add/", { assets: ids })}
        />
        <RelationCard
          title={t("nodes")}
          items={nodes}
          options={NODE_OPTIONS}
          onAdd={inRoot ? undefined : (ids) => change("nodes/?action=add", { nodes: ids })}
          onRemove={inRoot ? undefined : ({ id }) => change("nodes/?action=remove", { nodes: [id] })}
        />
      </div>
    </div>
  );
}

const TITLES = {
  push: "routes:accountPushDetail",
  changeSecret: "routes:accountChangeSecretDetail",
  gather: "routes:accountGatherDetail",
  backup: "routes:accountBackupDetail",
} as const;

/** One plan: what it is about, when it runs, and the way to run it now. */
export function PlanDetail({ kind }: { readonly kind: PlanKind }) {
  const { t } = usePlanTexts();
  const { can } = useSession();
  const { app, model } = kind.plans.permission;
  return (
    <ResourceDetail
      resource={kind.plans}
      prefix={t(TITLES[kind.name])}
      status={(row) =>
        kind.name === "backup" ? null : (
          <StatusMark
            good={row.is_active === true}
            text={t(row.is_active === true ? "active" : "inactive")}
          />
        )
      }
      tabs={(context) => [
        { key: "PlanInfo", label: t("kit:detail.basic"), content: <Basic kind={kind} context={context} /> },
        ...(kind === CHANGE_SECRET && can(`${app}.change_${model}`)
          ? [
              {
                key: "PlanAssets",
                label: t("assetsAndNodes"),
                content: <AssetsAndNodes kind={kind} context={context} />,
              },
            ]
          : []),
      ]}
    />
  );
}
