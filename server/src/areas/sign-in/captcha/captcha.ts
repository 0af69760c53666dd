import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Services } from "../../../engine/services.ts";
import { makePuzzle, solve } from "./puzzle.ts";

/** A puzzle as a page shows it. */
export interface Captcha {
  /** Sent back with the answer. */
  readonly key: string;
  readonly imageUrl: string;
}

/** Seconds for which a puzzle can be answered. */
const lifetimeSeconds = 600;

const context = "captcha";
const longestKey = 120;

/**
 * A new puzzle. It is sealed into its key, so that any node can draw and check it and nobody fills a table by
 * asking for many. Contract: docs/contract/identity.md, "Puzzle".
 */
export function newCaptcha({ secrets }: Pick<Services, "secrets">): Captcha {
  const expires = Math.floor(Date.now() / 1000) + lifetimeSeconds;
  const key = secrets.seal(`${makePuzzle().question} ${expires}`, context);
  return { key, imageUrl: `/core/auth/captcha/image/${key}/` };
}

/** The question behind a key; null when it is none of ours, or too old. */
export function questionOf({ secrets }: Pick<Services, "secrets">, key: string): string | null {
  if (key.length > longestKey) return null;
  try {
    const [question = "", expires] = secrets.open(key, context).split(" ");
    return Number(expires) > Date.now() / 1000 ? question : null;
  } catch {
    return null;
  }
}

/** Whether the answer is right, and the first one given to this puzzle: wrong ones use it up as well. */
export async function checkCaptcha(
  services: Pick<Services, "db" | "secrets">,
  key: string,
  answer: string,
): Promise<boolean> {
  const question = questionOf(services, key);
  if (question === null) return false;
  const hash = createHash("sha256").update(key).digest();
  const used = await services.db
    .insertInto("captcha_uses")
    .values({ key_hash: hash, date_expired: sql<Date>`now() + ${lifetimeSeconds} * interval '1 second'` })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key_hash")
    .executeTakeFirst();
  // Input methods of Chinese and Japanese write wide digits.
  const given = answer.normalize("NFKC").trim();
  return used !== undefined && /^\d{1,3}$/.test(given) && Number(given) === solve(question);
}
