import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { SESSION_EVENTS } from "./resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["date_created", "event", "content"],
  always: ["content"],
  exclude: ["id", "session", "org_id", "actor", "reason"],
};

const NO_ACTIONS: readonly [] = [];

/** Milliseconds between silent refreshes while a session continues. */
const REFRESH = 10_000;

/** What happened to a session, in order: who watched, paused and ended it, and why. */
export default function SessionHistory({
  sessionId,
  isLive,
}: {
  readonly sessionId: string;
  /** Whether more may come. */
  readonly isLive: boolean;
}) {
  const { t } = useTranslation("sessions");
  const query = useMemo(() => ({ session: sessionId }), [sessionId]);
  return (
    <ResourceList
      resource={SESSION_EVENTS}
      label={t("history")}
      columns={COLUMNS}
      query={query}
      inAddress={false}
      defaultOrder="serial"
      create={null}
      bulk={{ delete: false }}
      rows={{ builtIns: NO_ACTIONS }}
      emptyHint={t("noHistory")}
      {...(isLive ? { refreshEvery: REFRESH } : {})}
    />
  );
}
