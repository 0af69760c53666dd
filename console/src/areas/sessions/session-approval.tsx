import { useTranslation } from "react-i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import "./session-approval.css";

/** A session that began without approval stands out. */
export function EmergencyMark({ session }: { readonly session: Row }) {
  const { t } = useTranslation("sessions");
  return session.is_emergency === true ? (
    <span className="tag session-emergency">{t("emergencyMark")}</span>
  ) : null;
}

/** By which ticket a session was let in, or how its signing off stands; nothing where nobody had to consent. */
export function ApprovalText({ session }: { readonly session: Row }) {
  const { t } = useTranslation("sessions");
  const { approval } = session;
  if (!isRecord(approval)) return null;
  const name = valueText(approval.processor);
  const said =
    session.is_emergency !== true
      ? t("approvedBy", { name })
      : approval.state === "approved"
        ? t("signedOff", { name })
        : approval.state === "rejected"
          ? t("objected", { name })
          : t("toSignOff");
  return (
    <span>
      {said} <span className="hint numeric">{valueText(approval.serial_num)}</span>
    </span>
  );
}
