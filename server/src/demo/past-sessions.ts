import { createHash } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { registerTerminal, SessionStore } from "../areas/sessions/index.ts";
import type { Services } from "../engine/services.ts";
import { recordingPath } from "../transport/recording/path.ts";
import { type RecordingSummary, RecordingWriter } from "../transport/recording/writer.ts";
import { createRandom, type Random } from "./random.ts";
import { writeTranscript } from "./transcript.ts";

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

/** An id that is the same however often the data is made. */
function idOf(name: string): string {
  const hex = createHash("sha256").update(`sallyport demo ${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function makeOne(
  services: Pick<Services, "config" | "db" | "secrets">,
  carried: SessionStore,
  targets: readonly DemoTarget[],
  number: number,
  now: Date,
): Promise<void> {
  const random = createRandom(1_000 + number);
  const id = idOf(`session ${number}`);
  const known = await services.db.selectFrom("sessions").select("id").where("id", "=", id).executeTakeFirst();
  if (known !== undefined) return;
  const target = random.pick(targets);
  const seconds = Math.round(10 * 60 ** (number / (total - 1)));
  const started = new Date(now.getTime() - 700_000 - Math.floor(random.next() * 29.9 * day));
  const ended = new Date(started.getTime() + seconds * 1_000);
  const path = recordingPath(id, started);
  const isReached = number % 15 !== 7;
  await carried.open({
    id,
    userId: target.person_id,
    user: `${target.person}(${target.login})`,
    assetId: target.asset_id,
    asset: `${target.asset}(${target.address})`,
    accountId: target.account_id,
    account: `${target.username}(${target.username})`,
    protocol: "ssh",
    type: "normal",
    loginFrom: random.pick(["WT", "WT", "WT", "ST"]),
    remoteAddress: `192.0.2.${random.between(2, 9)}`,
    organizationId: target.org_id,
    dateStart: started,
    recordingPath: path,
  });
  if (isReached) await carried.succeeded(id);
  const recording = isReached ? await record(services, { id, target, seconds, started, path }, random) : null;
  await carried.finish(id, {
    dateEnd: isReached ? ended : new Date(started.getTime() + 3_000),
    hasReplay: isReached,
    recordingPath: isReached ? path : null,
    recording,
    reason: isReached ? "target_closed" : "unreachable",
  });
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
  random: Random,
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
  for (const { kind, at, data } of writeTranscript(random, {
    host: target.asset,
    user: target.username,
    seconds,
  })) {
    time = at;
    writer.add(kind, data);
  }
  time = seconds * 1_000;
  return writer.close();
}

/** Sign-ins of the last thirty days, some of which failed. */
export async function makeLoginLogs(services: Pick<Services, "db">, now: Date): Promise<void> {
  const people = await services.db
    .selectFrom("users")
    .select("username")
    .where("is_service_account", "=", false)
    .orderBy("username")
    .execute();
  const random = createRandom(77);
  const rows = people.flatMap(({ username }) =>
    Array.from({ length: random.between(4, 14) }, () => {
      const isGood = random.next() > 0.12;
      return {
        username,
        type: "W",
        ip: `192.0.2.${random.between(2, 250)}`,
        user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        mfa: 0,
        reason: isGood ? "" : "password_failed",
        backend: "Password",
        status: isGood,
        datetime: new Date(now.getTime() - Math.floor(random.next() * 30 * day)).toISOString(),
      };
    }),
  );
  await sql`
    insert into login_logs (username, type, ip, user_agent, mfa, reason, backend, status, datetime)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (username text, type text, ip text,
      user_agent text, mfa smallint, reason text, backend text, status boolean, datetime timestamptz)
  `.execute(services.db);
}
