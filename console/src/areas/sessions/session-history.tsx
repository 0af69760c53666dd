import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { SESSION_EVENTS } from "./resources.ts";
import { SessionPartList } from "./session-part-list.tsx";

const COLUMNS: ColumnPlan = {
  defaults: ["date_created", "event", "content"],
  always: ["content"],
  exclude: ["id", "session", "org_id", "actor", "reason"],
};

/** What happened to a session, in order: who watched, paused and ended it, and why. */
export default function SessionHistory(
  session: Pick<ComponentProps<typeof SessionPartList>, "sessionId" | "isLive">,
) {
  const { t } = useTranslation("sessions");
  return (
    <SessionPartList
      {...session}
      resource={SESSION_EVENTS}
      label={t("history")}
      columns={COLUMNS}
      defaultOrder="serial"
      emptyHint={t("noHistory")}
    />
  );
}
