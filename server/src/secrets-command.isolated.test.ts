import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccountSecret } from "./areas/accounts/index.ts";
import { defineJob } from "./engine/jobs/job.ts";
import { queueJob } from "./engine/jobs/queue-job.ts";
import { registerKeys } from "./engine/secrets/key-register.ts";
import { fixedKeyRing, parseKeyFile } from "./engine/secrets/key-ring.ts";
import { createSecretBox } from "./engine/secrets/secret-box.ts";
import { bundleForTest, type TestBundle } from "./engine/testing/bundle.ts";
import { startProcess } from "./engine/testing/process.ts";
import { sealedColumns, secretsCommand } from "./secrets-command.ts";
import { databaseUrlOf } from "./testing/database-url.ts";
import { createPeople } from "./testing/matrix/callers.ts";
import { createFixtures } from "./testing/matrix/fixtures.ts";
import { createTestProduct, type TestProduct } from "./testing/product.ts";
import { recordingPath, resolveRecording } from "./transport/recording/path.ts";
import { verifyRecording } from "./transport/recording/reader.ts";
import { RecordingWriter } from "./transport/recording/writer.ts";

let product: TestProduct;
let bundle: TestBundle;
let environment: NodeJS.ProcessEnv;
let keyFile: string;

beforeAll(async () => {
  product = await createTestProduct();
  bundle = await bundleForTest(join(import.meta.dirname, "main.ts"));
  const { db } = product.database;
  const { dataFolder } = product.services.config;
  keyFile = join(dataFolder, "secret.key");
  environment = {
    SALLYPORT_DATA: dataFolder,
    SALLYPORT_DATABASE_URL: databaseUrlOf(product.database),
  };
  await createFixtures(product, await createPeople(product));
  await registerKeys(db, fixedKeyRing(...keysInFile()), keyFile);
}, 120_000);

afterAll(async () => {
  bundle?.remove();
  await product?.close();
});

const keysInFile = (): [Buffer, ...Buffer[]] => parseKeyFile(readFileSync(keyFile, "utf8")) as [Buffer];

/** Every column of the database in which a text occurs. */
async function columnsHolding(text: string): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select c.table_schema as schema, c.table_name as "table", c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'graphile_worker')
      and (c.data_type in ('text', 'json', 'jsonb', 'character varying') or c.data_type = 'ARRAY')
  `.execute(product.database.db);
  const found: string[] = [];
  for (const { schema, table, column } of columns) {
    const { rows } = await sql<{ found: boolean }>`
      select exists(select from ${sql.id(schema, table)}
        where position(${text} in ${sql.ref(column)}::text) > 0) as found
    `.execute(product.database.db);
    if (rows[0]?.found === true) found.push(`${table}.${column}`);
  }
  return found;
}

/** Accounts with secrets, in numbers that take a rotation a while. */
async function makeAccounts(count: number): Promise<Map<string, string>> {
  const host = await product.administrator.call("GET", "assets/hosts/?limit=1");
  const asset = String(host.body.results[0].id);
  const secrets = new Map(
    Array.from({ length: count }, () => [randomUUID(), randomBytes(12).toString("hex")]),
  );
  const { rows } = await sql<{ org_id: string }>`select org_id from assets where id = ${asset}`.execute(
    product.database.db,
  );
  const box = product.services.secrets;
  await sql`
    insert into accounts (id, org_id, asset_id, name, username, secret_type, secret_sealed)
    values ${sql.join(
      [...secrets].map(
        ([id, secret]) =>
          sql`(${id}, ${rows[0]?.org_id}, ${asset}, ${id}, ${id}, 'password', ${box.seal(secret, `accounts.secret:${id}`)})`,
      ),
    )}
  `.execute(product.database.db);
  return secrets;
}

async function opened(ids: Iterable<string>): Promise<Map<string, string | null>> {
  const rows = await product.database.db
    .selectFrom("accounts")
    .select(["id", "secret_sealed"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(
    await Promise.all(
      rows.map(async (row) => [row.id, await openAccountSecret(product.services, row)] as const),
    ),
  );
}

async function makeRecording(): Promise<string> {
  const id = randomUUID();
  const started = new Date();
  const file = resolveRecording(product.services.config.dataFolder, recordingPath(id, started));
  const header = {
    id,
    started: started.toISOString(),
    columns: 80,
    rows: 24,
    title: "a session",
    charset: "utf-8",
  };
  const writer = await RecordingWriter.create(file, header, product.services.secrets);
  writer.add("o", Buffer.from("hello"));
  await writer.close();
  return file;
}

describe("rotating the installation key", () => {
  it("knows every column that holds sealed values", async () => {
    const prefix = createSecretBox(fixedKeyRing(...keysInFile())).currentPrefix();
    const declared = sealedColumns(product.product).map(({ table, column }) => `${table}.${column}`);
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%sealed%'
    `.execute(product.database.db);
    expect(declared).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
    // The queue and sessions are no columns of their own: the one is gone through whole, the others pass.
    const passing = ["http_sessions.data", "_private_jobs.payload"];
    expect(declared.concat(passing)).toEqual(expect.arrayContaining(await columnsHolding(prefix)));
  });

  it("seals everything anew under the running product, and forgets the former key", async () => {
    const secrets = await makeAccounts(500);
    const job = defineJob<{ note: string }>({ name: "test.rotation", run: async () => undefined });
    await queueJob(product.services, job, { note: "sealed" }, { runAt: new Date(Date.now() + 3_600_000) });
    const file = await makeRecording();
    const before = readFileSync(file);
    const issuer = (await product.administrator.call("GET", "settings/public/")).body;
    const [former] = keysInFile();
    const lines: string[] = [];
    await secretsCommand(["rotate-key"], environment, (line) => lines.push(line));
    const [key, ...others] = keysInFile();
    expect([key.equals(former), others, statSync(keyFile).mode & 0o777]).toEqual([false, [], 0o600]);
    const { id } = fixedKeyRing(former).current();
    expect(await columnsHolding(`v2.${id}.`)).toEqual([]);
    expect(await columnsHolding("v1.")).toEqual([]);
    expect(lines.join("\n")).toMatch(/accounts\.secret_sealed: \d+ encrypted again/);
    expect(lines.join("\n")).toMatch(/waiting jobs: [1-9]\d* encrypted again/);
    expect(lines.join("\n")).toMatch(/keys of recordings: 1 encrypted again/);
    for (const bytes of [former, key]) expect(lines.join("\n")).not.toContain(bytes.toString("base64"));
    expect(await opened(secrets.keys())).toEqual(secrets);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect((await verifyRecording(file, product.services.secrets)).state).toBe("complete");
    expect((await verifyRecording(file, createSecretBox(fixedKeyRing(key)))).state).toBe("complete");
    const now = (await product.administrator.call("GET", "settings/public/")).body;
    expect(now.XPACK_LICENSE_IS_VALID).toBe(issuer.XPACK_LICENSE_IS_VALID);
    expect(existsSync(join(product.services.config.dataFolder, "license.key"))).toBe(true);
  });

  it("killed again and again in the middle, and begun again, loses nothing", async () => {
    const secrets = await makeAccounts(3_000);
    const [former] = keysInFile();
    // At the switch, as soon as it continues, in the middle of the accounts, and shortly before the end.
    const moments: readonly [RegExp, number][] = [
      [/Created a new key/, 0],
      [/Continuing/, 0],
      [/Continuing/, 1_700],
      [/accounts\.secret_sealed/, 0],
    ];
    const rotate = () =>
      startProcess(process.execPath, [bundle.script, "secrets", "rotate-key"], {
        env: { ...process.env, ...environment },
      });
    for (const [line, milliseconds] of moments) {
      const rotation = rotate();
      await rotation.until(line);
      await sleep(milliseconds);
      rotation.child.kill("SIGKILL");
      await rotation.ended;
      expect(keysInFile()).toHaveLength(2);
      expect(await opened(secrets.keys())).toEqual(secrets);
    }
    expect((await rotate().ended).code).toBe(0);
    expect(await opened(secrets.keys())).toEqual(secrets);
    expect(keysInFile()).toHaveLength(1);
    expect(keysInFile()[0].equals(former)).toBe(false);
    expect(await columnsHolding(`v2.${fixedKeyRing(former).current().id}.`)).toEqual([]);
  }, 120_000);

  it("keeps both keys when something does not open, and says what", async () => {
    const [[id, secret] = ["", ""]] = await makeAccounts(1);
    const stray = createSecretBox(fixedKeyRing(randomBytes(32))).seal(secret, `accounts.secret:${id}`);
    await sql`update accounts set secret_sealed = ${stray} where id = ${id}`.execute(product.database.db);
    await expect(secretsCommand(["rotate-key"], environment, () => undefined)).rejects.toThrow(
      /accounts\.secret_sealed: no key of this installation decrypts 1 values/,
    );
    expect(keysInFile()).toHaveLength(2);
    await sql`delete from accounts where id = ${id}`.execute(product.database.db);
    await secretsCommand(["rotate-key"], environment, () => undefined);
    expect(keysInFile()).toHaveLength(1);
  });

  it("goes over to a key of the environment", async () => {
    const secrets = await makeAccounts(3);
    const [former] = keysInFile();
    const next = randomBytes(32).toString("base64");
    const text = readFileSync(keyFile, "utf8");
    const given = { ...environment, SALLYPORT_SECRET_KEY: next };
    await expect(secretsCommand(["rotate-key"], given, () => undefined)).rejects.toThrow(/differs from/);
    const both = { ...given, SALLYPORT_FORMER_SECRET_KEYS: former.toString("base64") };
    const lines: string[] = [];
    await secretsCommand(["rotate-key"], both, (line) => lines.push(line));
    expect(lines.join("\n")).toMatch(/Remove SALLYPORT_FORMER_SECRET_KEYS/);
    expect(readFileSync(keyFile, "utf8")).toBe(text);
    writeFileSync(keyFile, `${next}\n`);
    await sleep(1_100);
    expect(await opened(secrets.keys())).toEqual(secrets);
    const alone = { ...environment, SALLYPORT_SECRET_KEY: next };
    await expect(secretsCommand(["rotate-key"], alone, () => undefined)).rejects.toThrow(
      /so the new one must too/,
    );
  });

  it("is one command of its own, used rightly", async () => {
    for (const given of [[], ["rotate"], ["rotate-key", "now"]]) {
      await expect(secretsCommand(given, environment, () => undefined)).rejects.toThrow(
        /Usage: secrets rotate-key/,
      );
    }
  });
});

describe("a start with a wrong key", () => {
  it("is refused, by the names of the right and the wrong one", async () => {
    const wrong = randomBytes(32);
    const text = readFileSync(keyFile, "utf8");
    writeFileSync(keyFile, `${wrong.toString("base64")}\n`);
    const start = startProcess(process.execPath, [bundle.script, "--roles", "web"], {
      env: { ...process.env, ...environment, SALLYPORT_HTTP_PORT: "1" },
    });
    const { code } = await start.ended;
    writeFileSync(keyFile, text);
    const names = [wrong, ...keysInFile()].map((key) => fixedKeyRing(key).current().id);
    expect(code).toBe(78);
    for (const name of names) expect(start.errors()).toContain(name);
    expect(start.errors()).toMatch(/nothing was changed/);
    expect(start.errors()).not.toContain(wrong.toString("base64"));
    const { rows } = await sql<{ id: string }>`select id from secret_keys`.execute(product.database.db);
    expect(rows).toEqual([{ id: names[1] }]);
  });
});
