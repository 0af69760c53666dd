import { useMemo } from "react";
import { Link } from "react-router";
import { isRecord } from "../../kit/api/api-error.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { permissionCode } from "../../kit/resource.ts";
import { useSession } from "../../kit/session.ts";
import { showTaskLog } from "../../kit/task-window.ts";
import { BackupState, ExecutionState } from "./execution-state.tsx";
import type { PlanKind } from "./resources.ts";
import { usePlanTexts } from "./use-plan-texts.ts";

/** Milliseconds between silent refreshes: executions change by themselves. */
export const REFRESH = 5_000;

const NO_ACTIONS: readonly [] = [];

/** Columns at first. */
const DEFAULTS: Readonly<Record<PlanKind["name"], readonly string[]>> = {
  push: ["name", "asset_amount", "node_amount", "status", "trigger", "date_start", "date_finished"],
  changeSecret: ["name", "asset_amount", "node_amount", "status", "trigger", "date_start", "date_finished"],
  gather: ["name", "status", "trigger", "date_start", "date_finished"],
  backup: ["name", "is_success", "reason", "timedelta", "trigger", "date_start"],
};

/** A part of the plan as it was executed. */
export function snapshotOf(row: Row, name: string): string {
  const { snapshot } = row;
  return isRecord(snapshot) ? String(snapshot[name] ?? "") : "";
}

/** Executions of the plans of a kind, with their logs. */
export function ExecutionList({ kind }: { readonly kind: PlanKind }) {
  const { t } = usePlanTexts();
  const { can } = useSession();
  const columns = useMemo<ColumnPlan>(() => {
    const amount = (name: "asset_amount" | "node_amount") => ({
      title: t(name),
      align: "right" as const,
      sortable: false,
      width: 110,
      render: (row: Row) => <span className="numeric">{snapshotOf(row, name)}</span>,
    });
    return {
      defaults: DEFAULTS[kind.name],
      exclude: ["snapshot", "automation", "plan"],
      extra: kind.name === "backup" ? ["name"] : ["name", "asset_amount", "node_amount"],
      overrides: {
        name: {
          title: t("plan"),
          sortable: false,
          render: (row) => <DetailLink resource={kind.executions} row={row} text={snapshotOf(row, "name")} />,
        },
        asset_amount: amount("asset_amount"),
        node_amount: amount("node_amount"),
        status: { width: 120, render: (row) => <ExecutionState row={row} /> },
        is_success: { width: 120, render: (row) => <BackupState row={row} /> },
        timedelta: {
          align: "right",
          width: 120,
          sortable: false,
          render: (row) => <span className="numeric">{Number(row.timedelta ?? 0).toFixed(2)}</span>,
        },
      },
    };
  }, [kind, t]);
  const filters = useMemo(
    () => ({
      exclude: ["automation", "plan", "id"],
      more: {
        [`${kind.planField}_id`]: { label: t("plan"), related: { url: kind.plans.url } },
        [`${kind.planField}__name`]: { label: t("planName") },
      },
    }),
    [kind, t],
  );
  const mayRead = can("ops.view_celerytaskexecution");
  const extras = useMemo(
    () => (row: Row) =>
      mayRead ? [{ key: "log", label: t("log"), order: 1, run: () => showTaskLog(String(row.id)) }] : [],
    [mayRead, t],
  );
  return (
    <ResourceList
      resource={kind.executions}
      label={t("executions")}
      columns={columns}
      filters={filters}
      refreshEvery={REFRESH}
      create={null}
      bulk={{ delete: false }}
      toolbar={{ imports: false, exports: false }}
      rows={{ builtIns: NO_ACTIONS, extras }}
      emptyHint={t("noExecutions")}
      emptyAction={
        can(permissionCode(kind.plans, "view")) ? (
          <Link to={kind.plans.routes.list}>{t("openPlans")}</Link>
        ) : null
      }
    />
  );
}
