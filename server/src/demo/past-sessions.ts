import { join } from "node:path";
import { organizationIds } from "../areas/organizations/index.ts";
import { effectiveAccounts, findUsableAssets, type UsableAsset } from "../areas/permissions/index.ts";
import {
  registerTerminal,
  SessionStore,
  sessionsTable,
  storeSessionCommands,
} from "../areas/sessions/index.ts";
import { usersTable } from "../areas/users/index.ts";
import { mapConcurrent } from "../engine/map-concurrent.ts";
import type { Services } from "../engine/services.ts";
import { recordingPath } from "../transport/recording/path.ts";
import { type RecordingSummary, RecordingWriter } from "../transport/recording/writer.ts";
import { demoId } from "./demo-id.ts";
import { makeTransfers } from "./file-transfers.ts";
import { demoPeople } from "./people.ts";
import { createRandom } from "./random.ts";
import { shellAssetName } from "./shell-asset.ts";
import { type Transcript, writeTranscript } from "./transcript.ts";

const total = 60;
const day = 86_400_000;

/** A machine somebody may use. */
interface DemoTarget {
  readonly person: { readonly id: string; readonly name: string; readonly username: string };
  readonly asset: UsableAsset;
}

/**
 * Sessions of the last thirty days on the machines their people may really reach, from ten seconds to ten minutes,
 * each with a recording like any other; a few never reached their target. Made once: those that are there stay.
 */
export async function makePastSessions(services: Services, now: Date): Promise<void> {
  const targets = await reachableTargets(services.db);
  if (targets.length === 0) return;
  const carried = new SessionStore(services, await registerTerminal(services.db));
  const numbers = Array.from({ length: total }, (_, index) => index);
  // A few at a time: most of the work is waiting for the disk.
  for (let first = 0; first < total; first += 10) {
    await Promise.all(
      numbers.slice(first, first + 10).map((number) => makeOne(services, carried, targets, number, now)),
    );
  }
}

/** What the people of the demonstration may use: Linux machines, but for the one that can really be reached. */
async function reachableTargets(db: Services["db"]): Promise<readonly DemoTarget[]> {
  const people = await db
    .selectFrom(usersTable.as("users"))
    .select(["id", "name", "username"])
    .where(
      "username",
      "in",
      demoPeople.map(({ username }) => username),
    )
    .where("is_active", "=", true)
    .execute();
  const targets = await mapConcurrent(people, 4, async (person) => {
    const { rows } = await findUsableAssets(db, person.id, { categories: ["host"], limit: 1_000 });
    return rows
      .filter(({ platform, name }) => platform === "Linux" && name !== shellAssetName)
      .map((asset) => ({ person, asset }));
  });
  // Ids differ from one installation to the next; what the sessions are about is to be the same.
  const key = ({ person, asset }: DemoTarget): string =>
    `${asset.organizationId === organizationIds.default ? 0 : 1} ${asset.name} ${person.username}`;
  return targets.flat().sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

async function makeOne(
  services: Pick<Services, "config" | "db" | "secrets">,
  carried: SessionStore,
  targets: readonly DemoTarget[],
  number: number,
  now: Date,
): Promise<void> {
  const random = createRandom(1_000 + number);
  const id = demoId(`session ${number}`);
  const known = await services.db
    .selectFrom(sessionsTable.as("sessions"))
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (known !== undefined) return;
  const { person, asset } = random.pick(targets);
  const account = random.pick(
    (await effectiveAccounts(services.db, person, asset.id)).filter(
      ({ virtual, actions }) => virtual === null && actions > 0,
    ),
  );
  const seconds = Math.round(10 * 60 ** (number / (total - 1)));
  const started = new Date(now.getTime() - 700_000 - Math.floor(random.next() * 29.9 * day));
  const ended = new Date(started.getTime() + seconds * 1_000);
  const path = recordingPath(id, started);
  const isReached = number % 15 !== 7;
  const transcript = writeTranscript(random, { host: asset.name, user: account.username, seconds });
  const names = {
    userId: person.id,
    user: `${person.name}(${person.username})`,
    assetId: asset.id,
    asset: `${asset.name}(${asset.address})`,
    account: `${account.name}(${account.username})`,
    remoteAddress: `192.0.2.${random.between(2, 9)}`,
    organizationId: asset.organizationId,
  };
  await carried.open({
    ...names,
    id,
    accountId: account.id,
    protocol: "ssh",
    type: "normal",
    loginFrom: random.pick(["WT", "WT", "WT", "ST"]),
    dateStart: started,
    recordingPath: path,
  });
  if (isReached) await carried.succeeded(id);
  const recording = isReached
    ? await record(
        services,
        { id, title: `${account.username}@${asset.name}`, seconds, started, path },
        transcript,
      )
    : null;
  await carried.finish(id, {
    dateEnd: isReached ? ended : new Date(started.getTime() + 3_000),
    hasReplay: isReached,
    recordingPath: isReached ? path : null,
    recording,
    reason: isReached ? "target_closed" : "unreachable",
  });
  if (!isReached) return;
  await storeSessionCommands(
    services.db,
    id,
    transcript.commands.map(({ at, input, output }, index) => ({
      id: demoId(`session ${number} command ${index}`),
      input,
      output,
      riskLevel: 0,
      source: "screen",
      date: new Date(started.getTime() + at),
    })),
  );
  if (number % 4 === 0) await makeTransfers(services, { ...names, sessionId: id }, started, random);
}

interface Made {
  readonly id: string;
  readonly title: string;
  readonly seconds: number;
  readonly started: Date;
  readonly path: string;
}

async function record(
  { config, secrets }: Pick<Services, "config" | "secrets">,
  { id, title, seconds, started, path }: Made,
  { events }: Transcript,
): Promise<RecordingSummary> {
  let time = 0;
  const header = {
    id,
    started: started.toISOString(),
    columns: 120,
    rows: 32,
    title,
    charset: "utf-8",
  };
  const writer = await RecordingWriter.create(join(config.dataFolder, path), header, secrets, {
    flushInterval: 60_000,
    now: () => time,
  });
  for (const { kind, at, data } of events) {
    time = at;
    writer.add(kind, data);
  }
  time = seconds * 1_000;
  return writer.close();
}
