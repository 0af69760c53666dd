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
  /** Whether it went on at once, and is signed off now. */
  readonly isEmergency: boolean;
  /** The rule about connecting that asked, and which state of it; null: none did. */
  readonly rule: { readonly id: string; readonly revision: string } | null;
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
