import type { Message } from "../i18n/messages.ts";

/** What the message page says and where it leads. Contract: docs/contract/conventions.md, "Message page". */
export interface FlashMessage {
  readonly title: Message;
  /** Good or neutral news; at least one of `message` and `error`. */
  readonly message?: Message;
  /** Bad news. */
  readonly error?: Message;
  /** Path of this site that the button leads to. */
  readonly redirectUrl: string;
  /** Text of the button; a general one when omitted. */
  readonly confirmButton?: Message;
  /** Seconds until the page continues by itself. Default 3. */
  readonly interval?: number;
  /** Whether it continues by itself. Default true. */
  readonly autoRedirect?: boolean;
  /** Path a second button leads to; none when omitted. */
  readonly cancelUrl?: string;
}
