import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { CookieToSet } from "../../../engine/http/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { GivenChallenge } from "../factor.ts";

/** Cookie in which a browser keeps the challenge it was given; scripts cannot read it. */
export const challengeCookie = "sallyport_passkey";

/** Seconds within which an authenticator has to answer. */
const lifetime = 300;

/** What an answer is for: one for one thing is worth nothing for another. */
export type ChallengePurpose = "register" | "prove" | "sign-in";

/** Before a sign-in there is no session: the cookie alone ties the challenge to the browser. */
export const noSession = Buffer.alloc(0);

const contextOf = (purpose: ChallengePurpose, session: Buffer): string =>
  `passkey challenge:${purpose}:${session.toString("hex")}`;

/** A new challenge, for this purpose and this session alone. Nothing of it is stored until it is answered. */
export function newChallenge(
  { secrets }: Pick<Services, "secrets">,
  purpose: ChallengePurpose,
  session: Buffer,
): { readonly challenge: string; readonly cookie: CookieToSet } {
  const challenge = randomBytes(32).toString("base64url");
  const kept = `${Date.now() + lifetime * 1000}.${challenge}`;
  const value = secrets.seal(kept, contextOf(purpose, session));
  return { challenge, cookie: { name: challengeCookie, value, maxAge: lifetime } };
}

/**
 * The challenge a browser brings back, used up by this: neither the right nor a wrong answer can be given twice, on
 * whichever node. Null when it is too old, was made for something else or for another session, or was used.
 */
export async function takeChallenge(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  purpose: ChallengePurpose,
  { session, cookie }: GivenChallenge,
): Promise<string | null> {
  const kept = tryOpen(() => secrets.open(cookie, contextOf(purpose, session)));
  const [expires = "0", challenge = ""] = kept?.split(".") ?? [];
  if (Number(expires) < Date.now()) return null;
  const { rows } = await sql`
    insert into passkey_challenge_uses (hash, date_expired)
    values (${createHash("sha256").update(challenge).digest()}, ${new Date(Number(expires))})
    on conflict do nothing returning 1
  `.execute(db);
  return rows.length > 0 ? challenge : null;
}

/** The challenge that came with a request, for those who take one. */
export function givenChallenge(
  session: Buffer,
  cookies: Readonly<Record<string, string | undefined>>,
): { readonly challenge?: GivenChallenge } {
  const cookie = cookies[challengeCookie];
  return cookie === undefined ? {} : { challenge: { session, cookie } };
}

/** Forgets the uses of challenges that have run out by themselves. */
export async function pruneChallengeUses({ db }: Pick<Services, "db">): Promise<void> {
  await sql`delete from passkey_challenge_uses where date_expired < now() - interval '1 minute'`.execute(db);
}

function tryOpen(open: () => string): string | null {
  try {
    return open();
  } catch {
    return null;
  }
}
