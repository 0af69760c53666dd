import { join } from "node:path";
import { sql } from "kysely";
import { registerTerminal, SessionStore, storeSessionCommands } from "../areas/sessions/index.ts";
import type { Services } from "../engine/services.ts";
import { recordingPath } from "../transport/recording/path.ts";
import { type RecordingSummary, RecordingWriter } from "../transport/recording/writer.ts";
import { demoId } from "./demo-id.ts";
import { makeTransfers } from "./file-transfers.ts";
import { createRandom } from "./random.ts";
import { type Transcript, writeTranscript } from "./transcript.ts";

const total = 60;
const day = 86_400_000;

interface DemoTarget {
  readonly org_id: string;
  readonly asset_id: string;
  readonly asset: string;
  readonly address: string;
  readonly account_id: string;
  readonly username: string;
  readonly person_id: string;
  readonly person: string;
  readonly login: string;
}

/**
 * Sessions of the last thirty days on the machines their people may really reach, from ten seconds to ten minutes,
 * each with a recording like any other; a few never reached their target. Made once: those that are there stay.
 */
export async function makePastSessions(services: Services, now: Date): Promise<void> {
  const { rows: targets } = await sql<DemoTarget>`
    select * from (select distinct on (a.id, u.id) a.org_id, a.id as asset_id, a.name as asset, a.address, c.id as account_id, c.username,
           u.id as person_id, u.name as person, u.username as login
    from asset_permissions p
    join asset_permission_user_groups g on g.permission_id = p.id
    join user_group_members m on m.usergroup_id = g.group_id
    join users u on u.id = m.user_id and u.is_active
    join asset_permission_nodes n on n.permission_id = p.id
    join node_subtree_assets s on s.node_id = n.node_id
    join assets a on a.id = s.asset_id and a.platform_id = 1
    join accounts c on c.asset_id = a.id
    where p.is_active
    order by a.id, u.id, c.username) as targets
    -- Ids differ from one installation to the next; what the sessions are about is to be the same.
    order by org_id = '00000000-0000-0000-0000-000000000002' desc, asset, login
  `.execute(services.db);
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

async function makeOne(
  services: Pick<Services, "config" | "db" | "secrets">,
  carried: SessionStore,
  targets: readonly DemoTarget[],
  number: number,
  now: Date,
): Promise<void> {
  const random = createRandom(1_000 + number);
  const id = demoId(`session ${number}`);
  const known = await services.db.selectFrom("sessions").select("id").where("id", "=", id).executeTakeFirst();
  if (known !== undefined) return;
  const target = random.pick(targets);
  const seconds = Math.round(10 * 60 ** (number / (total - 1)));
  const started = new Date(now.getTime() - 700_000 - Math.floor(random.next() * 29.9 * day));
  const ended = new Date(started.getTime() + seconds * 1_000);
  const path = recordingPath(id, started);
  const isReached = number % 15 !== 7;
  const transcript = writeTranscript(random, { host: target.asset, user: target.username, seconds });
  const names = {
    userId: target.person_id,
    user: `${target.person}(${target.login})`,
    assetId: target.asset_id,
    asset: `${target.asset}(${target.address})`,
    account: `${target.username}(${target.username})`,
    remoteAddress: `192.0.2.${random.between(2, 9)}`,
    organizationId: target.org_id,
  };
  await carried.open({
    ...names,
    id,
    accountId: target.account_id,
    protocol: "ssh",
    type: "normal",
    loginFrom: random.pick(["WT", "WT", "WT", "ST"]),
    dateStart: started,
    recordingPath: path,
  });
  if (isReached) await carried.succeeded(id);
  const recording = isReached
    ? await record(services, { id, target, seconds, started, path }, transcript)
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
  readonly target: DemoTarget;
  readonly seconds: number;
  readonly started: Date;
  readonly path: string;
}

async function record(
  { config, secrets }: Pick<Services, "config" | "secrets">,
  { id, target, seconds, started, path }: Made,
  { events }: Transcript,
): Promise<RecordingSummary> {
  let time = 0;
  const header = {
    id,
    started: started.toISOString(),
    columns: 120,
    rows: 32,
    title: `${target.username}@${target.asset}`,
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
