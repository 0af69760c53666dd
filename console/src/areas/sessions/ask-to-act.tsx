import i18next from "i18next";
import { ReasonField, type TypedReason } from "../../kit/dialog/reason-field.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import { listed } from "../../kit/metadata/labelled.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { askOfSessions } from "../../kit/session-tasks.ts";

/** Time for the gateway to carry out what it was told before the result is looked at, in milliseconds. */
const CARRIED_OUT = 1500;

const nameOf = (row: Row): string => `${valueText(row.user)} → ${valueText(row.asset)}`;

/** Ends live sessions once that is confirmed; the texts of the area are there already. */
export function askToTerminate(rows: readonly Row[], reload: () => Promise<unknown>): void {
  const reason: TypedReason = { value: "" };
  confirm({
    title: i18next.t("sessions:terminateTitle", { count: rows.length }),
    content: (
      <>
        {i18next.t("sessions:terminateBody", { names: listed(rows.map(nameOf)) })}
        <ReasonField
          reason={reason}
          label={i18next.t("sessions:reason")}
          hint={i18next.t("sessions:reasonHint")}
        />
      </>
    ),
    confirmText: i18next.t("sessions:terminate"),
    danger: true,
    onConfirm: async () => {
      await askOfSessions(
        rows.map((row) => String(row.id)),
        "kill_session",
        { reason: reason.value },
      );
      toast("success", i18next.t("sessions:terminateSent"));
      setTimeout(() => void reload(), CARRIED_OUT);
    },
  });
}

/** Takes the keyboard of a live session's person away once that is confirmed, or gives it back. */
export function askToPause(row: Row, reload: () => Promise<unknown>): void {
  const reason: TypedReason = { value: "" };
  const pauses = row.is_locked !== true;
  confirm({
    title: i18next.t(pauses ? "sessions:pauseTitle" : "sessions:resumeTitle"),
    content: (
      <>
        {i18next.t(pauses ? "sessions:pauseBody" : "sessions:resumeBody", { name: nameOf(row) })}
        <ReasonField
          reason={reason}
          label={i18next.t("sessions:reason")}
          hint={i18next.t("sessions:reasonHint")}
        />
      </>
    ),
    confirmText: i18next.t(pauses ? "sessions:pause" : "sessions:resume"),
    onConfirm: async () => {
      const task = pauses ? "lock_session" : "unlock_session";
      const isTold = await askOfSessions([String(row.id)], task, { reason: reason.value });
      const sent = pauses ? "sessions:pauseSent" : "sessions:resumeSent";
      toast(isTold ? "success" : "info", i18next.t(isTold ? sent : "sessions:ended"));
      setTimeout(() => void reload(), CARRIED_OUT);
    },
  });
}
