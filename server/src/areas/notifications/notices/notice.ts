import type { Message } from "../../../engine/i18n/index.ts";

/** Something to lead the reader to. */
export interface NoticeLink {
  readonly label: Message;
  /** Path of this installation; it is written behind the configured address, never one that a request named. */
  readonly path: string;
  /** The path lets anyone who has it act as the reader: it is mailed, and kept nowhere else. Default false. */
  readonly isSecret?: boolean;
}

/** A piece of a notice. */
export type NoticePart =
  | { readonly text: Message }
  /** Names with values, as a small table. */
  | { readonly facts: readonly (readonly [label: Message, value: string | Message])[] }
  /** A number or word to type, set apart. */
  | { readonly code: string }
  /** The one thing to do next. */
  | { readonly button: NoticeLink }
  | { readonly link: NoticeLink };

/** What a person is told, in every language; how it looks follows from where it is read. */
export interface Notice {
  readonly subject: Message;
  /** How the reader is addressed, `{name}` being their name. A general one when omitted. */
  readonly greeting?: Message;
  readonly parts: readonly NoticePart[];
  /** Below a mail; the name of the installation when omitted. */
  readonly signature?: Message;
}
