import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { ReasonField, type TypedReason } from "../../kit/dialog/reason-field.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { TimeText } from "../../kit/time-text.tsx";
import "./session-approval.css";

/** Whether the server knows of legal holds: one of the contract alone does not. */
export const knowsHolds = ({ hold }: Row): boolean => hold !== undefined;

const holdPath = (row: Row): string =>
  `/api/v1/sallyport/sessions/${encodeURIComponent(String(row.id))}/hold/`;
const nameOf = (row: Row): string => `${valueText(row.user)} → ${valueText(row.asset)}`;

/** A session that is held stands out. */
export function HoldMark({ session }: { readonly session: Row }) {
  const { t } = useTranslation("sessions");
  return isRecord(session.hold) ? <span className="tag session-hold">{t("hold")}</span> : null;
}

/** Why a session is held, by whom and since when; nothing where it is not. */
export function HoldText({ session }: { readonly session: Row }) {
  const { t } = useTranslation("sessions");
  const { hold } = session;
  if (!isRecord(hold)) return null;
  return (
    <span>
      {t("heldBy", { reason: valueText(hold.reason), name: valueText(hold.held_by) })}{" "}
      <span className="hint">
        <TimeText value={valueText(hold.date_created)} />
      </span>
    </span>
  );
}

/** Holds a session once a reason is given, or lets it go. */
export function askToHold(row: Row, reload: () => Promise<unknown>): void {
  const { hold } = row;
  if (isRecord(hold)) {
    confirm({
      title: i18next.t("sessions:liftTitle"),
      content: i18next.t("sessions:liftBody", { name: nameOf(row), reason: valueText(hold.reason) }),
      confirmText: i18next.t("sessions:liftHold"),
      danger: true,
      onConfirm: async () => {
        await api(holdPath(row), { method: "DELETE" });
        toast("success", i18next.t("sessions:lifted"));
        await reload();
      },
    });
    return;
  }
  const reason: TypedReason = { value: "" };
  confirm({
    title: i18next.t("sessions:holdTitle"),
    content: (
      <>
        {i18next.t("sessions:holdBody", { name: nameOf(row) })}
        <ReasonField
          reason={reason}
          label={i18next.t("sessions:holdReason")}
          hint={i18next.t("sessions:holdReasonHint")}
        />
      </>
    ),
    confirmText: i18next.t("sessions:placeHold"),
    onConfirm: async () => {
      if (reason.value.trim() === "") throw new Error(i18next.t("sessions:noReason"));
      await api(holdPath(row), { method: "PUT", body: { reason: reason.value.trim() } });
      toast("success", i18next.t("sessions:held"));
      await reload();
    },
  });
}
