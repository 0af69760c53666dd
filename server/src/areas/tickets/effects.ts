import type { CallerContext } from "../../engine/access/index.ts";
import type { TicketType } from "./ticket-types.ts";

/** A ticket as what follows from it sees it. */
export interface DecidedTicket {
  readonly id: string;
  readonly type: TicketType;
  readonly organizationId: string;
  readonly title: string;
  readonly serialNumber: string;
  readonly applicantId: string;
  /** `name(username)`. */
  readonly applicant: string;
}

/** What follows from the final approval of tickets of a type. */
export interface TicketEffect {
  readonly type: TicketType;
  /**
   * Runs in the transaction of the approval, which a throw takes back: the approver gets the error, and the ticket
   * stays open.
   */
  readonly apply: (context: CallerContext, ticket: DecidedTicket) => Promise<void>;
}

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    ticketEffects: TicketEffect;
  }
}
