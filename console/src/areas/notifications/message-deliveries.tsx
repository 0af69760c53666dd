import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { toast } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { type ListHandle, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";
import { StatusMark } from "../../kit/status-mark.tsx";

const DELIVERIES: ResourceDescriptor = {
  url: "/api/v1/sallyport/message-deliveries/",
  permission: { app: "settings", model: "setting" },
  global: true,
  routes: { list: "/settings/msg" },
};

const NO_ACTIONS: readonly [] = [];

/** Milliseconds between silent refreshes: what waits is sent by itself. */
const REFRESH = 10_000;

function State({ row }: { readonly row: Row }) {
  const code = isRecord(row.state) ? row.state.value : row.state;
  return <StatusMark good={code === "sent"} calm={code === "waiting"} text={valueText(row.state)} />;
}

/** Messages that left by mail or a chat platform, and what became of each. A failed one is sent again from here. */
export function MessageDeliveries() {
  const { t } = useTranslation("messageDeliveries");
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["date_created", "backend", "receiver", "address", "subject", "state", "attempts", "answer"],
      exclude: ["id", "can_retry"],
      overrides: { state: { render: (row) => <State row={row} />, width: 130 } },
    }),
    [],
  );
  const retry = async (row: Row, list: ListHandle) => {
    try {
      await api(`${DELIVERIES.url}${String(row.id)}/retry/`, { method: "POST", body: {} });
      toast("success", t("queued"));
    } catch (error) {
      toast("error", error instanceof Error ? error.message : String(error));
    }
    await list.reload();
  };
  const actions = (row: Row, list: ListHandle): Action[] =>
    row.can_retry === true ? [{ key: "retry", label: t("retry"), run: () => void retry(row, list) }] : [];
  return (
    <ResourceList
      resource={DELIVERIES}
      label={t("title")}
      columns={columns}
      inAddress={false}
      refreshEvery={REFRESH}
      create={null}
      bulk={{ delete: false }}
      toolbar={{ exports: false, imports: false }}
      rows={{ builtIns: NO_ACTIONS, extras: actions }}
      emptyHint={t("empty")}
    />
  );
}
