import { execFile } from "node:child_process";
import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staticFolder } from "../../engine/http/index.ts";
import { translate } from "../../engine/i18n/index.ts";
import { exportBundle } from "./bundle/bundle.ts";
import { advanceChain, latestCheckpoint } from "./chain/checkpoints.ts";
import { rotateSigningKey } from "./chain/handovers.ts";
import { fingerprintOf, signingKey } from "./chain/signing-key.ts";
import { createEvidenceBed, type EvidenceBed } from "./testing/evidence-bed.ts";
import { verifyInstallation } from "./verify/installation.ts";

const run = promisify(execFile);
let bed: EvidenceBed;
let folder: string;
let verifyBundle: (
  path: string,
  options?: { readonly keys?: readonly string[] },
) => { readonly problems: readonly string[]; readonly keys: readonly string[] };
/** The keys in their order, and a session of the time of each. */
const keys: string[] = [];
const sessions: string[] = [];
/** Of the first session, exported when the third key signed. */
let bundle: string;

const query = (statement: string, values: unknown[] = []) =>
  bed.product.database.pool.query(statement, values);

async function exported(session: string): Promise<string> {
  const file = join(folder, `${randomUUID()}.tar`);
  await pipeline(Readable.from(await exportBundle(bed.product.services, session)), createWriteStream(file));
  return file;
}

async function problems(): Promise<string[]> {
  const told: string[] = [];
  await verifyInstallation(bed.product.services, (message) => told.push(translate(message, "en")));
  return told.slice(0, -1);
}

/** As somebody with all rights on the database: triggers do not stop them. */
async function attack(...statements: readonly (readonly [string, unknown[]])[]): Promise<void> {
  const client = await bed.product.database.pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const [statement, values] of statements) {
      expect((await client.query(statement, values)).rowCount).toBeGreaterThan(0);
    }
  } finally {
    await client.query("set session_replication_role = default");
    client.release();
  }
}

beforeAll(async () => {
  bed = await createEvidenceBed();
  folder = await mkdtemp(join(tmpdir(), "sallyport-handovers-"));
  ({ verifyBundle } = await import(pathToFileURL(join(staticFolder(), "evidence", "verify.mjs")).href));
  const { services } = bed.product;
  keys.push((await signingKey(services)).fingerprint);
  for (let turn = 0; turn < 2; turn += 1) {
    sessions.push((await bed.session()).id);
    await advanceChain(services, { isDue: true });
    const { former, successor } = await rotateSigningKey(services);
    expect(former).toBe(keys.at(-1));
    keys.push(successor);
  }
  sessions.push((await bed.session()).id);
  bundle = await exported(sessions[0] ?? "");
}, 180_000);
afterAll(async () => {
  await bed?.product.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

describe("a signing key that was replaced", () => {
  test("is gone; its successor signs, and the chain is as it was written", async () => {
    const { rows } = await query("select fingerprint from evidence_keys where private_sealed is not null");
    expect(rows).toEqual([{ fingerprint: keys[2] }]);
    expect((await latestCheckpoint(bed.product.services.db))?.fingerprint).toBe(keys[2]);
    expect(await problems()).toEqual([]);
    const logged = await query(
      "select resource_id from operate_logs where resource_type = 'Signing key' order by datetime",
    );
    expect(logged.rows.map((row) => row.resource_id)).toEqual(keys.slice(1));
    const { body } = await bed.product.administrator.call("GET", "sallyport/evidence/");
    expect(body.key.fingerprint).toBe(keys[2]);
    expect(body.key.former.map((one: { fingerprint: string }) => one.fingerprint)).toEqual([
      keys[1],
      keys[0],
    ]);
    expect(JSON.stringify(body)).not.toContain("PRIVATE");
  });

  test("vouches for what came after it, and its successor for what was before: either fingerprint will do", async () => {
    for (const session of sessions) {
      const file = await exported(session);
      expect(verifyBundle(file).problems).toEqual([]);
      for (const key of keys) expect(verifyBundle(file, { keys: [key] }).problems).toEqual([]);
    }
    expect(verifyBundle(bundle, { keys: ["0".repeat(64)] }).problems[0]).toMatch(/^wrong key: /);
    expect([...verifyBundle(bundle).keys].sort()).toEqual([...keys].sort());
  });

  test("does not vouch where a hand-over is changed or taken out", async () => {
    const to = await mkdtemp(join(folder, "unpacked-"));
    await run("tar", ["xf", bundle, "-C", to]);
    const file = join(to, "handovers.jsonl");
    const [first = "", second = ""] = (await readFile(file, "utf8")).trimEnd().split("\n");
    await writeFile(file, `${first.replace('checkpoint\\":', 'checkpoint\\":9')}\n${second}\n`);
    const changed = verifyBundle(to, { keys: [keys[2] ?? ""] }).problems;
    expect(changed).toContain("changed: handovers.jsonl line 1");
    expect(changed).toContainEqual(
      expect.stringMatching(new RegExp(`^wrong key: checkpoint \\d+ is signed with ${keys[0]}$`)),
    );
    await writeFile(file, `${first}\n`);
    expect(verifyBundle(to, { keys: [keys[0] ?? ""] }).problems).toContain(
      `wrong key: the manifest is signed with ${keys[2]}`,
    );
  });

  test("signs nothing behind its hand-over, and no other key in its place", async () => {
    const { rows } = await query("select * from evidence_handovers order by number");
    const [before] = rows;
    const stranger = generateKeyPairSync("ed25519");
    const publicKey = stranger.publicKey.export({ type: "spki", format: "der" }).toString("base64");
    const print = fingerprintOf(publicKey);
    const statement = before.statement
      .replace(before.successor, print)
      .replace(JSON.parse(before.statement).public_key, publicKey);
    const signature = sign(null, Buffer.from(statement), stranger.privateKey).toString("base64");
    // Their own key after the first, with everything they can sign themselves.
    await attack(
      ["insert into evidence_keys (fingerprint, public_key) values ($1, $2)", [print, publicKey]],
      [
        "update evidence_handovers set successor = $1, statement = $2, successor_signature = $3 where number = 1",
        [print, statement, signature],
      ],
    );
    const told = await problems();
    expect(told).toContain("Hand-over 1 from one signing key to the next was changed.");
    expect(told).toContainEqual(expect.stringMatching(/^Checkpoint \d+ is signed with a key that did not/));
    await attack([
      "update evidence_handovers set successor = $1, statement = $2, successor_signature = $3 where number = 1",
      [before.successor, before.statement, before.successor_signature],
    ]);
    expect(await problems()).toEqual([]);
    await expect(query("delete from evidence_handovers")).rejects.toThrow("only ever added");
  });
});
