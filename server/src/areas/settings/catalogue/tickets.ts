import { boolean, choice, integer } from "../setting-kinds.ts";
import { text } from "../ticket-texts.ts";

/** Category `ticket`: requests that somebody else decides on. */
export const ticketSettings = {
  TICKETS_ENABLED: boolean(true, { label: text.enabled, help: text.enabledHelp }),
  TICKET_AUTHORIZE_DEFAULT_TIME: integer(7, {
    label: text.usualTime,
    help: text.usualTimeHelp,
    required: true,
    minimum: 1,
    maximum: 999_999,
  }),
  TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: choice("day", {
    label: text.usualUnit,
    required: true,
    choices: [
      { value: "day", label: text.day },
      { value: "hour", label: text.hour },
    ],
  }),
  TICKET_SELF_APPROVAL: boolean(false, { label: text.selfApproval, help: text.selfApprovalHelp }),
  TICKET_REVIEW_MFA: boolean(false, { label: text.reviewMfa, help: text.reviewMfaHelp }),
  TICKET_LINK_DECIDES: boolean(false, { label: text.linkDecides, help: text.linkDecidesHelp }),
  TICKET_LINK_HOURS: integer(24, {
    label: text.linkHours,
    help: text.linkHoursHelp,
    required: true,
    minimum: 1,
    maximum: 168,
  }),
  TICKET_OPEN_DAYS: integer(7, {
    label: text.openDays,
    help: text.openDaysHelp,
    required: true,
    minimum: 1,
    maximum: 365,
  }),
};
