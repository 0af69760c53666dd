import { createHash, randomInt } from "node:crypto";
import { sql } from "kysely";
import { isObject } from "../../../engine/json.ts";
import type { Services } from "../../../engine/services.ts";
import type { BrowserRequest } from "../../../transport/connections/index.ts";
import "../tables.ts";

/** Minutes for which a client waits to be allowed. */
export const requestMinutes = 5;

/** Most clients that wait at once, from an address and altogether: each keeps a connection open that nobody signed in on. */
const mostFromAddress = 10;
const most = 100;

/** Wrong codes after which a request is over. */
const mostWrongCodes = 3;

/** Characters of a link: none looks like another one. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const tokenLength = 16;

/** Digits that the terminal shows. */
const codeDigits = 6;

/** Announced when somebody has decided: the id of the request. */
const channel = "ssh-sign-in.decided";

/** What a decision about a request takes: where it is kept, and who is told. */
export type RequestServices = Pick<Services, "db" | "events">;

/** How a request stands. */
export type RequestState = "pending" | "allowed" | "refused" | "used" | "late";

/** A request that was just made; link and code are known to nobody else. */
export interface OpenedRequest {
  readonly id: string;
  readonly token: string;
  readonly code: string;
}

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Random characters of an alphabet. */
const randomText = (characters: string, length: number): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join("");

/** Keeps a client that waits; null where too many do. Nobody is looked up: the answer is the same for every name. */
export async function openRequest(
  { db }: Pick<Services, "db">,
  { username, remoteAddress, client, keys }: BrowserRequest,
): Promise<OpenedRequest | null> {
  const [token, code] = [randomText(alphabet, tokenLength), randomText("0123456789", codeDigits)];
  const { rows } = await sql<{ id: string }>`
    insert into ssh_sign_in_requests (token_hash, code, username, remote_address, client, keys, date_expired)
    select ${hashOf(token)}, ${code}, ${username.replaceAll("\0", "").slice(0, 128)}, ${remoteAddress},
      ${client.slice(0, 200)}, ${[...keys]}::text[], now() + make_interval(mins => ${requestMinutes})
    where (
      select count(*) < ${most} and count(*) filter (where remote_address = ${remoteAddress}) < ${mostFromAddress}
      from ssh_sign_in_requests where state = 'pending' and date_expired > now()
    )
    returning id
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : { id: row.id, token, code };
}

/** A client that waits, as the person who is asked sees it. */
export interface WaitingRequest {
  readonly id: string;
  readonly username: string;
  readonly remoteAddress: string;
  readonly client: string;
  readonly keys: readonly string[];
  readonly dateCreated: Date;
}

/** The client that waits behind a link; null when none does any more. */
export async function findRequest(
  { db }: Pick<Services, "db">,
  token: string,
): Promise<WaitingRequest | null> {
  const row = await db
    .selectFrom("ssh_sign_in_requests")
    .select(["id", "username", "remote_address", "client", "keys", "date_created"])
    .where("token_hash", "=", hashOf(token.toLowerCase()))
    .where("state", "=", "pending")
    .where("date_expired", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, username, remote_address: remoteAddress, client, keys, date_created: dateCreated } = row;
  return { id, username, remoteAddress, client, keys, dateCreated };
}

/** Whether a code is that of the request. A wrong one is counted, and the last of them ends the request. */
export async function checkCode(
  { db, events }: RequestServices,
  id: string,
  code: string,
): Promise<"right" | "wrong" | "over"> {
  const { rows } = await sql<{ is_right: boolean; is_over: boolean }>`
    update ssh_sign_in_requests set
      wrong_codes = wrong_codes + case when code = ${code} then 0 else 1 end,
      state = case when code <> ${code} and wrong_codes + 1 >= ${mostWrongCodes} then 'refused' else state end
    where id = ${id}::uuid and state = 'pending' and date_expired > now()
    returning code = ${code} as is_right, state <> 'pending' as is_over
  `.execute(db);
  const [row] = rows;
  if (row === undefined || row.is_over) {
    await events.publish(channel, { id });
    return "over";
  }
  return row.is_right ? "right" : "wrong";
}

/** What somebody decided: to refuse, or to allow with a second factor. */
export type RequestDecision = { readonly userId: string; readonly factor: string } | null;

/** Decides about a client that waits; false when it does not any more. */
export async function decideRequest(
  { db, events }: RequestServices,
  id: string,
  decision: RequestDecision,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("ssh_sign_in_requests")
    .set(
      decision === null
        ? { state: "refused" }
        : { state: "allowed", user_id: decision.userId, factor: decision.factor },
    )
    .where("id", "=", id)
    .where("state", "=", "pending")
    .where("date_expired", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await events.publish(channel, { id }, db);
  return true;
}

/** How a request stands. */
export async function requestState({ db }: Pick<Services, "db">, id: string): Promise<RequestState> {
  const row = await db
    .selectFrom("ssh_sign_in_requests")
    .select(["state", sql<boolean>`date_expired <= now()`.as("is_late")])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return "late";
  return row.state === "pending" && row.is_late ? "late" : row.state;
}

/** Uses up what was allowed, once; answers the second factor, or null when nothing of this user was allowed in time. */
export async function takeRequest(
  { db }: Pick<Services, "db">,
  id: string,
  userId: string,
): Promise<string | null> {
  const row = await db
    .updateTable("ssh_sign_in_requests")
    .set({ state: "used" })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("state", "=", "allowed")
    .where("date_expired", ">", sql<Date>`now()`)
    .returning("factor")
    .executeTakeFirst();
  return row?.factor ?? null;
}

/** Takes a client out that does not wait any more. */
export async function closeRequest({ db }: Pick<Services, "db">, id: string): Promise<void> {
  await db
    .updateTable("ssh_sign_in_requests")
    .set({ state: "refused" })
    .where("id", "=", id)
    .where("state", "in", ["pending", "allowed"])
    .execute();
}

/** Resolves when a request may have been decided, when its time is over, or `signal` aborts: look again then. */
export async function requestChanged(
  services: RequestServices,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  let finish = (): void => undefined;
  const decision = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const leave = services.events.subscribe(
    channel,
    (payload) => {
      if (isObject(payload) && payload.id === id) finish();
    },
    () => finish(),
  );
  signal.addEventListener("abort", () => finish(), { once: true });
  const timer = setTimeout(() => finish(), requestMinutes * 60_000);
  try {
    await services.events.ready();
    // Decided while nobody listened yet.
    if ((await requestState(services, id)) === "pending") await decision;
  } finally {
    clearTimeout(timer);
    leave();
  }
}

/** Removes requests an hour after their end. */
export async function pruneRequests({ db }: Pick<Services, "db">): Promise<void> {
  await sql`delete from ssh_sign_in_requests where date_expired < now() - interval '1 hour'`.execute(db);
}
