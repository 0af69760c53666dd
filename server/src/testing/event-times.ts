import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { deliverEvents, placeNotes } from "../areas/event-delivery/index.ts";
import { loadConfig } from "../engine/config/config.ts";
import { type DatabaseHandle, openDatabase } from "../engine/database/database.ts";
import { startEmbedded } from "../engine/database/embedded/embedded.ts";
import { migrate } from "../engine/database/migrate.ts";
import { migrationsFolder } from "../engine/database/migrations-folder.ts";
import { hashInThread, verifyInThread } from "../engine/passwords/index.ts";
import { openKeyRing } from "../engine/secrets/key-ring.ts";
import { createSecretBox } from "../engine/secrets/secret-box.ts";
import { testCertificate } from "./certificate.ts";

/** What telling receivers outside costs, and how fast it is. */
export interface EventTimes {
  /** Events a second that are noted and put in order, both at the same time. */
  readonly added: number;
  /** Events a second that a webhook takes over TLS. */
  readonly delivered: number;
  /** Share of the time that checking a password takes, which noting the sign-in adds. */
  readonly signInShare: number;
}

/** Records that one transaction brings, as a busy installation does. */
const together = 50;

/** Single records whose middle is taken, each way. */
const singles = 200;

const receiverId = "00000000-0000-4000-8000-0000000000e1";

/**
 * Measures on a database of its own.
 * @param amount of events
 */
export async function timeEvents(amount: number): Promise<EventTimes> {
  const folder = await mkdtemp(join(tmpdir(), "sallyport-event-times-"));
  const config = loadConfig({ SALLYPORT_DATA: folder, SALLYPORT_LOCAL_TARGETS: "127.0.0.1" });
  const server = await startEmbedded({ dataFolder: folder, binariesFolder: null });
  const database = openDatabase(server.connection, { poolSize: 6, applicationName: "event times" });
  const receiver = await startReceiver();
  try {
    await migrate(database.db, migrationsFolder());
    const services = { config, db: database.db, secrets: createSecretBox(openKeyRing(config)) };
    const quiet = await timeSingles(database);
    await database.pool.query(
      `insert into event_receivers (id, name, type, address, ca) values ($1, 'bench', 'webhook', $2, $3)`,
      [receiverId, receiver.url, testCertificate.cert],
    );
    await database.pool.query("insert into event_receiver_states (receiver_id, seq) values ($1, 0)", [
      receiverId,
    ]);
    const told = await timeSingles(database);
    await database.pool.query("delete from event_notes");
    const adding = await timed(() => noteAndPlace(database, amount));
    const delivering = await timed(() => deliverEvents(services, { signal: new AbortController().signal }));
    if (receiver.taken() !== amount) throw new Error(`${receiver.taken()} of ${amount} events arrived`);
    const hash = await hashInThread("Correct-horse-9", config.passwordHash);
    const checks: number[] = [];
    for (let at = 0; at < 5; at += 1) checks.push(await timed(() => verifyInThread(hash, "Correct-horse-9")));
    return {
      added: (amount / adding) * 1_000,
      delivered: (amount / delivering) * 1_000,
      signInShare: Math.max(0, told - quiet) / middle(checks),
    };
  } finally {
    receiver.close();
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const middle = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Milliseconds that writing down one sign-in takes, in the middle. */
async function timeSingles({ pool }: DatabaseHandle): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < singles; at += 1)
    times.push(
      await timed(() =>
        pool.query(
          "insert into login_logs (username, type, ip, status) values ('mei', 'W', '192.0.2.7', true)",
        ),
      ),
    );
  return middle(times);
}

/** Notes events, while a worker gives those a place that are noted already. */
async function noteAndPlace(database: DatabaseHandle, amount: number): Promise<void> {
  let isNoted = false;
  const noting = note(database, amount).finally(() => {
    isNoted = true;
  });
  for (let isLast = false; !isLast; ) {
    // Looked at before: what is noted by then is seen by this round.
    isLast = isNoted;
    while ((await placeNotes(database.db)) !== 0);
  }
  await noting;
}

/**
 * Notes of sign-ins as their trigger writes them, from several processes, some in each transaction. What storing the
 * records themselves takes is no part of it.
 */
async function note({ pool }: DatabaseHandle, amount: number): Promise<void> {
  let left = Math.ceil(amount / together);
  const write = async () => {
    while (left > 0) {
      left -= 1;
      await pool.query(
        `insert into event_notes (source, change, content)
         select 'sign_in', 'added', evidence_content(one.record)
         from generate_series(1, $1::int) cross join (select l from login_logs l limit 1) as one (record)`,
        [together],
      );
    }
  };
  await Promise.all([write(), write(), write(), write()]);
}

/** A webhook over TLS that counts. */
async function startReceiver() {
  let taken = 0;
  const server = createServer(testCertificate, (request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { events } = JSON.parse(Buffer.concat(pieces).toString()) as { events: readonly unknown[] };
      taken += events.length;
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/`,
    taken: () => taken,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
