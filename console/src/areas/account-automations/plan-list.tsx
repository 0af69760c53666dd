import { useMemo } from "react";
import { Link } from "react-router";
import { toastFailure } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { useSession } from "../../kit/session.ts";
import type { PlanKind } from "./resources.ts";
import { runPlan } from "./run-plan.ts";
import { usePlanTexts } from "./use-plan-texts.ts";

const SHARED = ["is_periodic", "periodic_display", "executed_amount"];

/** Columns at first. */
const DEFAULTS: Readonly<Record<PlanKind["name"], readonly string[]>> = {
  push: ["name", "accounts", "secret_strategy", ...SHARED, "is_active"],
  changeSecret: ["name", "accounts", "secret_strategy", ...SHARED, "is_active"],
  gather: ["name", "nodes", ...SHARED, "is_active"],
  backup: ["name", "org_name", ...SHARED],
};

const EXCLUDED = ["params", "password_rules", "type"];

/** How often a plan was executed, as the way to its executions. */
function Executed({ kind, row }: { readonly kind: PlanKind; readonly row: Row }) {
  const { can } = useSession();
  const { app, model } = kind.executions.permission;
  const count = <span className="numeric">{String(row.executed_amount ?? 0)}</span>;
  if (!can(`${app}.view_${model}`)) return count;
  const query = new URLSearchParams({ [`${kind.planField}_id`]: String(row.id) });
  return <Link to={`${kind.executions.routes.list}&${query.toString()}`}>{count}</Link>;
}

/** Plans of a kind: what they are about, when they run by themselves, and the way to run one now. */
export function PlanList({ kind }: { readonly kind: PlanKind }) {
  const { t } = usePlanTexts();
  const { can, inRoot } = useSession();
  const mayRun = can(kind.execute) && !inRoot;
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: DEFAULTS[kind.name],
      exclude: EXCLUDED,
      overrides: {
        executed_amount: { align: "right", render: (row) => <Executed kind={kind} row={row} /> },
        periodic_display: { sortable: false },
      },
    }),
    [kind],
  );
  const extras = useMemo(
    () => (row: Row) =>
      mayRun && row.is_active !== false
        ? [
            {
              key: "run",
              label: t("run"),
              order: 1,
              run: () => void runPlan(kind, row).catch(toastFailure),
            },
          ]
        : [],
    [kind, mayRun, t],
  );
  return (
    <ResourceList
      resource={kind.plans}
      label={t(`${kind.name}.plans`)}
      columns={columns}
      create={{ label: t(`${kind.name}.create`) }}
      toolbar={{ imports: false, exports: false }}
      rows={{ extras }}
      emptyHint={t(`${kind.name}.emptyHint`)}
    />
  );
}
