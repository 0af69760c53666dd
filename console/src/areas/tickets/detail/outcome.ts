import type { useTranslation } from "react-i18next";
import type { Row } from "../../../kit/metadata/types.ts";
import type { Profile } from "../../../kit/session.ts";
import { applicantText, currentStep, isEmergency, isOpen, stateOf, stepsOf } from "../ticket.ts";

type Translate = ReturnType<typeof useTranslation<"tickets">>["t"];

/** Approvers named in a sentence. */
const NAMED = 3;

const askedNames = (ticket: Row): string => (currentStep(ticket)?.names ?? []).slice(0, NAMED).join(", ");

/** The same of what went on already: who signed it off, or is to. */
function signOffText(
  ticket: Row,
  { name, isMine }: { readonly name: string; readonly isMine: boolean },
  t: Translate,
): string {
  if (isOpen(ticket)) return t("emergency.waiting", { names: askedNames(ticket) });
  switch (stateOf(ticket)) {
    case "approved":
      return isMine ? t("emergency.approvedByYou") : t("emergency.approvedBy", { name });
    case "rejected":
      return isMine ? t("emergency.rejectedByYou") : t("emergency.rejectedBy", { name });
    default:
      return t("outcome.closed");
  }
}

/** One sentence about where a ticket stands: who decided how, or for whom it waits. */
export function outcomeText(ticket: Row, me: Profile, t: Translate): string {
  const steps = stepsOf(ticket);
  const last = steps.findLast(({ state }) => state !== "pending");
  const isMine = last?.processor === me.id;
  const name = last?.processorName || applicantText(ticket);
  if (isEmergency(ticket)) return signOffText(ticket, { name, isMine }, t);
  if (!isOpen(ticket)) {
    switch (stateOf(ticket)) {
      case "approved":
        return isMine ? t("outcome.approvedByYou") : t("outcome.approvedBy", { name });
      case "rejected":
        return isMine ? t("outcome.rejectedByYou") : t("outcome.rejectedBy", { name });
      default:
        if (last === undefined) return t("outcome.closed");
        return isMine ? t("outcome.closedByYou") : t("outcome.closedBy", { name });
    }
  }
  const names = askedNames(ticket);
  if (names === "") return t("outcome.waitingNobody");
  return t(isMine ? "outcome.stepByYou" : "outcome.waiting", { names });
}
