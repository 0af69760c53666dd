import i18next from "i18next";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { terminateSessions } from "./resources.ts";

/** Time for the gateway to carry out what it was told before the result is looked at, in milliseconds. */
export const CARRIED_OUT = 1500;

/** Ends live sessions once that is confirmed; the texts of the area are there already. */
export function askToTerminate(rows: readonly Row[], reload: () => Promise<unknown>): void {
  confirm({
    title: i18next.t("sessions:terminateTitle", { count: rows.length }),
    content: i18next.t("sessions:terminateBody", {
      names: rows.map((row) => `${valueText(row.user)} → ${valueText(row.asset)}`).join(", "),
    }),
    confirmText: i18next.t("sessions:terminate"),
    danger: true,
    onConfirm: async () => {
      await terminateSessions(rows.map((row) => String(row.id)));
      toast("success", i18next.t("sessions:terminateSent"));
      setTimeout(() => void reload(), CARRIED_OUT);
    },
  });
}
