import { boolean, integer } from "../setting-kinds.ts";
import { text } from "../ticket-texts.ts";

/** Category `ticket`: requests that somebody else decides on. */
export const ticketSettings = {
  TICKET_SELF_APPROVAL: boolean(false, { label: text.selfApproval, help: text.selfApprovalHelp }),
  TICKET_OPEN_DAYS: integer(7, {
    label: text.openDays,
    help: text.openDaysHelp,
    required: true,
    minimum: 1,
    maximum: 365,
  }),
};
