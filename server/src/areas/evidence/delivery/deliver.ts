import { sql } from "kysely";
import { log } from "../../../engine/log.ts";
import {
  type DeliveryProblem,
  deliveryProblemOf,
  post,
  sendSyslog,
  syslogText,
} from "../../../engine/outbound/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { Checkpoint } from "../chain/checkpoints.ts";
import { checkpointLine } from "../chain/copies.ts";
import { type Target, targetsInForce } from "./targets.ts";

/** What delivering works with. */
export type DeliveryServices = Pick<Services, "config" | "db" | "settings">;

/** Checkpoints that are sent at a time. */
const batch = 200;

/** Longest time a place has to take them, in milliseconds. */
const longestTry = 10_000;

/** Seconds until the next try after the first failure; each pause is twice the one before, up to the longest. */
const pauses = { first: 15, longest: 1800 };

/** How far one place is. */
export interface Delivery {
  readonly target: Target["name"];
  /** Host and port alone: the rest of an address may be somebody's secret. */
  readonly host: string;
  /** The last checkpoint it took; 0: none. */
  readonly number: number;
  readonly problem: DeliveryProblem | "";
  readonly date: Date | null;
}

/**
 * Delivers to each place the checkpoints it has not taken yet, in their order. A place that is away is tried again after
 * growing pauses and holds up none of the others; a checkpoint that was taken when this process died is sent again.
 */
export async function deliverCheckpoints(
  services: DeliveryServices,
  signal: AbortSignal,
  timeout = longestTry,
): Promise<void> {
  const targets = await targetsInForce(services);
  await Promise.all(targets.map((target) => deliverTo(services, target, { signal, timeout })));
}

/** What ends a try: that the process stops, or that it takes too long, in milliseconds. */
interface TryLimits {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

async function deliverTo(services: DeliveryServices, target: Target, limits: TryLimits): Promise<void> {
  const { signal } = limits;
  const { db } = services;
  const { name, address } = target;
  await sql`
    insert into evidence_deliveries (target, address) values (${name}, ${address})
    on conflict (target) do update set address = excluded.address, number = 0, problem = '', failures = 0,
      date_next = now(), date_delivered = null where evidence_deliveries.address <> excluded.address
  `.execute(db);
  for (;;) {
    const { rows } = await sql<Checkpoint>`
      select c.number, c.statement, c.signature from evidence_deliveries d
      join evidence_checkpoints c on c.number > d.number
      where d.target = ${name} and d.date_next <= now() order by c.number limit ${sql.lit(batch)}
    `.execute(db);
    const last = rows.at(-1);
    if (last === undefined || signal.aborted) return;
    try {
      await send(services, target, rows.map(checkpointLine), limits);
    } catch (error) {
      // A stop is no failure of the place.
      if (!signal.aborted) await noteFailure(services, target, error);
      return;
    }
    await sql`
      update evidence_deliveries set number = ${last.number}, problem = '', failures = 0, date_delivered = now()
      where target = ${name} and address = ${address}
    `.execute(db);
  }
}

/**
 * Sends each line as a syslog message, or all of them as `application/x-ndjson`: added one after the other they are a
 * copy as `checkpoints.log` is.
 */
async function send(
  { config }: DeliveryServices,
  { name, address, token }: Target,
  lines: readonly string[],
  { signal: stopped, timeout }: TryLimits,
): Promise<void> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeout)]);
  const options = { allowed: config.localTargets, signal };
  if (name === "syslog") {
    const date = new Date();
    const messages = lines.map((text) => syslogText({ kind: "checkpoint", date, text }));
    await sendSyslog(address, messages, options);
  } else {
    const headers = {
      "content-type": "application/x-ndjson",
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
    };
    await post({ address, headers, body: lines.map((line) => `${line}\n`).join("") }, options);
  }
}

async function noteFailure(
  { db }: DeliveryServices,
  { name, address }: Target,
  error: unknown,
): Promise<void> {
  const problem = deliveryProblemOf(error);
  log.warn({ target: name, problem }, "checkpoints of the evidence could not be delivered");
  await sql`
    update evidence_deliveries set problem = ${problem}, failures = failures + 1,
      date_next = now() + least(${pauses.longest}, ${pauses.first} * power(2, least(failures, 20))) * interval '1 second'
    where target = ${name} and address = ${address}
  `.execute(db);
}

/** How far each place that is set is. */
export async function deliveries(services: Pick<Services, "db" | "settings">): Promise<readonly Delivery[]> {
  const rows = await services.db.selectFrom("evidence_deliveries").selectAll().execute();
  return (await targetsInForce(services)).map(({ name, address }) => {
    const row = rows.find((one) => one.target === name && one.address === address);
    return {
      target: name,
      host: new URL(address).host,
      number: row?.number ?? 0,
      problem: (row?.problem ?? "") as Delivery["problem"],
      date: row?.date_delivered ?? null,
    };
  });
}
