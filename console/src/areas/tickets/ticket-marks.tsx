import { useTranslation } from "react-i18next";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import { isEmergency, isOpen, stateOf, typeOf } from "./ticket.ts";
import "./tickets.css";

/** What became of a ticket, in words and colour. */
export function StateMark({ ticket }: { readonly ticket: Row }) {
  const { t } = useTranslation("tickets");
  const state = stateOf(ticket);
  return (
    <span className={`status ticket-${state}`}>
      <span className="status-dot" aria-hidden="true" />
      {t(isEmergency(ticket) ? `emergency.${state}` : `state.${state}`)}
    </span>
  );
}

/** What went on without approval stands out. */
export function EmergencyMark({ ticket }: { readonly ticket: Row }) {
  const { t } = useTranslation("tickets");
  return isEmergency(ticket) ? <span className="tag ticket-emergency">{t("emergency.mark")}</span> : null;
}

/** Whether a ticket is still being worked on. */
export function StatusMark({ ticket }: { readonly ticket: Row }) {
  const { t } = useTranslation("tickets");
  return <span className="tag">{t(isOpen(ticket) ? "status.open" : "status.closed")}</span>;
}

/** The type of a ticket in words; of an unknown one what the server calls it. */
export function TypeText({ ticket }: { readonly ticket: Row }) {
  const { t } = useTranslation("tickets");
  const type = typeOf(ticket);
  return type === undefined ? valueText(ticket.type) || String(plainValue(ticket.type)) : t(`type.${type}`);
}
