import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { JOIN_RECORDS } from "./resources.ts";
import { SessionPartList } from "./session-part-list.tsx";

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

/** Who joined a session by a link, and who tried to. */
export default function SessionJoins(
  session: Pick<ComponentProps<typeof SessionPartList>, "sessionId" | "isLive">,
) {
  const { t } = useTranslation("sessions");
  return (
    <SessionPartList
      {...session}
      resource={JOIN_RECORDS}
      label={t("joins")}
      columns={COLUMNS}
      defaultOrder="-date_joined"
      filters={FILTERS}
      toolbar={{ imports: false }}
      emptyHint={t("noJoins")}
    />
  );
}
