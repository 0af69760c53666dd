import { Button } from "antd";
import { isRecord } from "../../kit/api/api-error.ts";
import { DetailCard, type DetailItem, detailItems } from "../../kit/detail/detail-card.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, type ListHandle, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { showTaskLog } from "../../kit/task-window.ts";
import { ACCOUNTS } from "../accounts/index.ts";
import { ASSETS } from "../assets/index.ts";
import { REFRESH, snapshotOf } from "./execution-list.tsx";
import { BackupState, ExecutionState } from "./execution-state.tsx";
import { useOpenChangeActions } from "./open-changes.ts";
import { CHANGE_RECORDS, CHANGE_SECRET, type PlanKind, PUSH, PUSH_RECORDS } from "./resources.ts";
import { usePlanTexts } from "./use-plan-texts.ts";

const CARDS: Readonly<Record<PlanKind["name"], readonly string[]>> = {
  push: ["id", "status", "trigger", "date_start", "date_finished"],
  changeSecret: ["id", "status", "trigger", "date_start", "date_finished"],
  gather: ["id", "status", "trigger", "date_start", "date_finished"],
  backup: ["id", "is_success", "reason", "trigger", "date_start", "timedelta"],
};

/** What is told of the plan as it was. */
const TOLD = ["asset_amount", "node_amount", "comment"] as const;

function useSnapshotItems(kind: PlanKind, row: Row): readonly DetailItem[] {
  const { t } = usePlanTexts();
  const plan = {
    key: "plan",
    label: t("plan"),
    value: <DetailLink resource={kind.plans} row={planOf(kind, row)} />,
  };
  if (kind.name === "backup") return [plan];
  return [plan, ...TOLD.map((name) => ({ key: name, label: t(name), value: snapshotOf(row, name) }))];
}

/** The plan of an execution, as lists link to one. */
const planOf = (kind: PlanKind, row: Row): Row => ({
  id: row[kind.planField],
  name: snapshotOf(row, "name"),
});

function Basic({ kind, context }: { readonly kind: PlanKind; readonly context: DetailContext }) {
  const { fields, row } = context;
  const told = useSnapshotItems(kind, row);
  const items = detailItems(fields, row, CARDS[kind.name], {
    status: (execution) => <ExecutionState row={execution} />,
    is_success: (execution) => <BackupState row={execution} />,
  });
  return <DetailCard items={[...told, ...items]} />;
}

const NO_ACTIONS: readonly [] = [];

const link = (resource: typeof ACCOUNTS, value: unknown) =>
  isRecord(value) ? <DetailLink resource={resource} row={value} /> : "";

/** What an execution did to each account. */
function Records({ kind, execution }: { readonly kind: PlanKind; readonly execution: string }) {
  const { t } = usePlanTexts();
  const openChangeActions = useOpenChangeActions();
  // One that was begun and not finished is one that has to be looked at; one that was put off was not begun.
  const extras = (row: Row, list: ListHandle) =>
    row.date_started !== null && row.date_finished === null
      ? openChangeActions(
          { id: String(row.id), account: isRecord(row.account) ? valueText(row.account.name) : "" },
          list,
        )
      : [];
  const columns: ColumnPlan = {
    defaults: ["asset", "account", "date_finished", "is_success", "error"],
    always: ["asset", "account"],
    exclude: ["execution"],
    overrides: {
      asset: { render: (row) => link(ASSETS, row.asset) },
      account: { render: (row) => link(ACCOUNTS, row.account) },
      is_success: {
        width: 120,
        render: (row) => {
          // One that waits, for people who are connected or to be looked at again, has not failed.
          const isOpen = row.is_success !== true && row.date_finished === null;
          const state = row.is_success === true ? "success" : isOpen ? "pending" : "failed";
          return <StatusMark good={row.is_success === true} calm={isOpen} text={t(`state.${state}`)} />;
        },
      },
    },
  };
  return (
    <ResourceList
      resource={kind.name === "push" ? PUSH_RECORDS : CHANGE_RECORDS}
      label={t("records")}
      columns={columns}
      query={{ execution_id: execution }}
      inAddress={false}
      create={null}
      bulk={{ delete: false }}
      toolbar={{ exports: false, imports: false }}
      rows={{ builtIns: NO_ACTIONS, extras }}
      refreshEvery={REFRESH}
      emptyHint={t("noRecords")}
    />
  );
}

/** One execution: the plan as it was, how it went, and what became of each account. */
export function ExecutionPage({ kind }: { readonly kind: PlanKind }) {
  const { t } = usePlanTexts();
  const { can } = useSession();
  const hasRecords = kind === PUSH || kind === CHANGE_SECRET;
  return (
    <ResourceDetail
      resource={kind.executions}
      prefix={t("routes:automationExecution")}
      title={(row) => snapshotOf(row, "name")}
      canDelete={false}
      actions={({ row }) =>
        can("ops.view_celerytaskexecution") ? (
          <Button onClick={() => showTaskLog(String(row.id))}>{t("log")}</Button>
        ) : null
      }
      tabs={(context) => [
        {
          key: "ExecutionInfo",
          label: t("kit:detail.basic"),
          content: <Basic kind={kind} context={context} />,
        },
        ...(hasRecords && can("accounts.view_changesecretrecord")
          ? [
              {
                key: "Records",
                label: t("records"),
                content: <Records kind={kind} execution={String(context.row.id)} />,
              },
            ]
          : []),
      ]}
    />
  );
}
