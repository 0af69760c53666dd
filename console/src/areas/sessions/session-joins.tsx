import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { JOIN_RECORDS } from "./resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: [
    "joiner_display",
    "is_success",
    "reason",
    "action_permission",
    "date_joined",
    "date_left",
    "is_finished",
  ],
  always: ["joiner_display", "is_success", "reason"],
  exclude: ["id", "verify_code", "session", "sharing", "joiner", "org_id", "created_by"],
};

const FILTERS = { exclude: ["session", "sharing", "joiner", "date_joined", "date_left"] };
const NO_ACTIONS: readonly [] = [];

/** Milliseconds between silent refreshes while a session continues. */
const REFRESH = 10_000;

/** Who joined a session by a link, and who tried to. */
export default function SessionJoins({
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
      resource={JOIN_RECORDS}
      label={t("joins")}
      columns={COLUMNS}
      query={query}
      inAddress={false}
      defaultOrder="-date_joined"
      filters={FILTERS}
      create={null}
      toolbar={{ imports: false }}
      bulk={{ delete: false }}
      rows={{ builtIns: NO_ACTIONS }}
      emptyHint={t("noJoins")}
      {...(isLive ? { refreshEvery: REFRESH } : {})}
    />
  );
}
