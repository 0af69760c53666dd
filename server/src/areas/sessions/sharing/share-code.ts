import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import type { SealedColumn } from "../../../engine/secrets/index.ts";

/** What the sealed code of a link is bound to. */
export const codeContext = (sharingId: string): string => `session_sharings.verify_code:${sharingId}`;

/** What links keep sealed. */
export const shareCodeColumn: SealedColumn = {
  table: "session_sharings",
  column: "verify_code_sealed",
  key: ["id"],
  context: (id = "") => codeContext(id),
};

/** Letters and digits that nobody takes for one another, read aloud or on a screen. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Characters of a code. Contract: docs/contract/sharing.md, section 1. */
const codeLength = 4;

/** A code for a link; guesses are limited, so that it can be short (`join-sharing.ts`). */
export const makeShareCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");

/** Whether somebody knows the code of a link; how long it takes says nothing of the code. */
export function isShareCode(typed: string, code: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(typed.trim().toUpperCase()), digest(code));
}
