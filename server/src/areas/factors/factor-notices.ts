import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { type Language, type Message, withParameters } from "../../engine/i18n/index.ts";
import { type NoticeServices, notifyUsers } from "../notifications/index.ts";
import { text } from "./notice-texts.ts";

/** What happened to the second factors of somebody. */
export type FactorChange =
  | "otp-bound"
  | "otp-removed"
  | "passkey-added"
  | "passkey-removed"
  | "codes-made"
  | "on"
  | "off"
  /** A recovery code was used, and so many are left. */
  | { readonly codesLeft: number };

const sentences: Readonly<Record<Extract<FactorChange, string>, Message>> = {
  "otp-bound": text.otpBound,
  "otp-removed": text.otpRemoved,
  "passkey-added": text.passkeyAdded,
  "passkey-removed": text.passkeyRemoved,
  "codes-made": text.codesMade,
  on: text.factorsOn,
  off: text.factorsOff,
};

function sentenceOf(change: FactorChange): Message {
  if (typeof change === "string") return sentences[change];
  return change.codesLeft === 0
    ? text.lastCodeUsed
    : withParameters(text.codeUsed, { count: change.codesLeft });
}

/** Where a change is told from: a request with its address, or the check of a code, which knows none. */
export interface Telling {
  readonly services: NoticeServices;
  /** The transaction of the change. */
  readonly db: Kysely<Database>;
  readonly remoteAddress?: string;
  readonly language?: Language;
}

/**
 * Tells the owner of second factors that they changed, or are used up. A site message always, a mail where they want
 * one: whoever took over a session cannot hide it. Contract: docs/contract/notifications.md, "Notices to people".
 */
export async function tellFactorChange(
  { services, db, remoteAddress, language }: Telling,
  userId: string,
  change: FactorChange,
): Promise<void> {
  await notifyUsers(
    { ...services, db },
    [userId],
    {
      subject: text.factorSubject,
      parts: [
        { text: sentenceOf(change) },
        ...(remoteAddress === undefined ? [] : [{ facts: [[text.address, remoteAddress] as const] }]),
        { text: text.factorWarning },
        { link: { label: text.seeFactors, path: "/core/auth/profile/mfa/" } },
      ],
    },
    language === undefined ? {} : { language },
  );
}
