import { ImportOutlined } from "@ant-design/icons";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Query } from "../../../kit/api/client.ts";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { useList } from "../../../kit/list/list-context.ts";
import type { BulkUpdatePlan } from "../../../kit/list/list-props.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Action } from "../../../kit/list/row-actions.tsx";
import { ToolButton } from "../../../kit/list/toolbar/tool-button.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { startTask, supportsTask, useTaskPermission } from "../asset-tasks.ts";
import { assetPaths, type CategoryName, categoryOf, collectionOf } from "../categories.ts";
import { connectivityOf } from "../connectivity.tsx";
import { isGateway } from "../domains/domain-resources.ts";
import { useLabelBinding } from "../labels/use-label-binding.tsx";
import { ASSETS, DOMAIN_OPTIONS, NODE_OPTIONS, PLATFORM_OPTIONS } from "../resources.ts";
import { Hardware } from "./hardware.tsx";
import { useNodeChanges } from "./use-node-changes.tsx";
import "../forms/forms.css";

const GatewayTestDialog = lazy(() => import("../domains/gateway-test-dialog.tsx"));
const PlatformDialog = lazy(() => import("./platform-dialog.tsx"));

const COLUMNS: ColumnPlan = {
  defaults: ["name", "address", "platform", "protocols", "connectivity", "is_active"],
  always: ["name", "address"],
  exclude: ["auto_config", "spec_info", "accounts"],
  overrides: {
    connectivity: { render: connectivityOf, width: 110 },
    gathered_info: { render: (row) => <Hardware row={row} />, sortable: false },
  },
};

/** Fields that say nothing in a list of their category. */
const EXCLUDED: Readonly<Partial<Record<CategoryName | "all", readonly string[]>>> = {
  all: ["gathered_info"],
  web: ["username_selector", "password_selector", "submit_selector", "script"],
};

const EXCLUDED_FILTERS = ["id", "node_id", "node"];
const FILTERS = { platform: { related: PLATFORM_OPTIONS }, domain: { related: DOMAIN_OPTIONS } };

/** Categories whose assets no domain is set for together: most of their platforms take none. */
const WITHOUT_DOMAIN: readonly (CategoryName | undefined)[] = ["device", "cloud", "web"];

const dimmed = (row: Row) => (row.is_active === false ? "is-inactive" : "");
const isKnown = (row: Row) => categoryOf(row) !== undefined;
const everyAsset = () => true;

function useColumns(category: CategoryName | undefined): ColumnPlan {
  return useMemo(
    () => ({ ...COLUMNS, exclude: [...(COLUMNS.exclude ?? []), ...(EXCLUDED[category ?? "all"] ?? [])] }),
    [category],
  );
}

function useBulkUpdate(category: CategoryName | undefined): BulkUpdatePlan {
  const { t } = useTranslation("assetForms");
  return useMemo(() => {
    const withoutDomain = WITHOUT_DOMAIN.includes(category);
    return {
      fields: ["platform", "nodes", ...(withoutDomain ? [] : ["domain"]), "labels", "is_active", "comment"],
      ...(withoutDomain ? { hint: t("bulkWithoutDomain") } : {}),
      overrides: {
        platform: {
          related: { ...PLATFORM_OPTIONS, query: { ...PLATFORM_OPTIONS.query, category } },
          help: t("bulkPlatform"),
          required: true,
        },
        nodes: { related: NODE_OPTIONS, required: true },
        domain: { related: DOMAIN_OPTIONS },
        comment: { help: t("commentHelp") },
      },
    };
  }, [category, t]);
}

/** Rows of a file are of one category: says where it is imported. */
function ImportHint() {
  const { t } = useTranslation(["assetForms", "common"]);
  const { may } = useList();
  if (!may.add && !may.change) return null;
  return (
    <ToolButton
      icon={<ImportOutlined />}
      name={t("common:import")}
      onClick={() => toast("info", t("importHint"))}
    />
  );
}

interface AssetTableProps {
  /** The category listed; every one unless given. */
  readonly category?: CategoryName;
  readonly query?: Query;
  /** Id of the node that new assets start in. */
  readonly node?: string | undefined;
}

/** Assets of one category, or of all, with everything that can be done to them. */
export function AssetTable({ category, query, node }: AssetTableProps) {
  const { t } = useTranslation(["assetForms", "assets", "routes"]);
  const [creating, setCreating] = useState(false);
  const columns = useColumns(category);
  const bulkUpdate = useBulkUpdate(category);
  const mayTest = useTaskPermission("test");
  const labels = useLabelBinding();
  const [tested, setTested] = useState<Row>();
  const nodes = useNodeChanges(node);
  const rowExtras = useMemo(
    () =>
      (row: Row): Action[] =>
        mayTest
          ? [
              {
                key: "test",
                label: t("test"),
                disabled: !supportsTask(row, "test"),
                run: () => {
                  if (isGateway(row)) setTested(row);
                  else void startTask(row, "test").catch(toastFailure);
                },
              },
            ]
          : [],
    [mayTest, t],
  );
  return (
    <>
      <ResourceList
        resource={category === undefined ? ASSETS : collectionOf(category)}
        label={t("routes:assets")}
        columns={columns}
        {...(query === undefined ? {} : { query })}
        filters={{
          exclude: EXCLUDED_FILTERS,
          more: {
            ...FILTERS,
            created_from: { label: t("assets:createdFrom") },
            used_from: { label: t("assets:usedFrom") },
          },
        }}
        create={{ run: () => setCreating(true), label: t("createAsset") }}
        emptyHint={t("assets:emptyHint")}
        rows={{
          paths: assetPaths,
          extras: rowExtras,
          canChange: isKnown,
          canDelete: everyAsset,
          className: dimmed,
        }}
        bulk={{
          activation: true,
          update: bulkUpdate,
          extras: (rows, list) => [...nodes.actions(rows, list), ...labels.actions(rows, list)],
        }}
        selectionFields={labels.fields}
        {...(category === undefined ? { toolbar: { imports: false, tools: <ImportHint /> } } : {})}
      />
      {nodes.dialog}
      {labels.dialog}
      <Suspense fallback={null}>
        {creating ? (
          <PlatformDialog category={category} node={node} onClose={() => setCreating(false)} />
        ) : null}
        {tested === undefined ? null : (
          <GatewayTestDialog gateway={tested} onClose={() => setTested(undefined)} />
        )}
      </Suspense>
    </>
  );
}
