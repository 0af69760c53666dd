import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccountSecret } from "./areas/accounts/index.ts";
import { backupCommand } from "./backup-command.ts";
import { fixedKeyRing, parseKeyFile } from "./engine/secrets/key-ring.ts";
import { createSecretBox } from "./engine/secrets/secret-box.ts";
import { bundleForTest, type TestBundle } from "./engine/testing/bundle.ts";
import { createTestDatabase, type TestDatabase } from "./engine/testing/database.ts";
import { freePort } from "./engine/testing/free-port.ts";
import { startProcess } from "./engine/testing/process.ts";
import { databaseUrlOf } from "./testing/database-url.ts";
import { createPeople } from "./testing/matrix/callers.ts";
import { createFixtures } from "./testing/matrix/fixtures.ts";
import { administratorPassword, createTestProduct, type TestProduct } from "./testing/product.ts";
import { FileCopyWriter, openFileCopy } from "./transport/file-copies/file-copies.ts";
import { recordingPath, resolveRecording } from "./transport/recording/path.ts";
import { verifyRecording } from "./transport/recording/reader.ts";
import { RecordingWriter } from "./transport/recording/writer.ts";

let product: TestProduct;
let bundle: TestBundle;
let folder: string;
let recording: string;
let copy: FileCopyWriter;
const passphrase = "correct horse battery";

beforeAll(async () => {
  product = await createTestProduct();
  bundle = await bundleForTest(join(import.meta.dirname, "main.ts"));
  folder = mkdtempSync(join(tmpdir(), "sallyport-backup-"));
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, "passphrase"), `${passphrase}\n`);
  await createFixtures(product, await createPeople(product));
  const id = randomUUID();
  const started = new Date();
  recording = recordingPath(id, started);
  const header = {
    id,
    started: started.toISOString(),
    columns: 80,
    rows: 24,
    title: "a session",
    charset: "utf-8",
  };
  const file = resolveRecording(product.services.config.dataFolder, recording);
  const writer = await RecordingWriter.create(file, header, product.services.secrets);
  writer.add("o", Buffer.from("hello"));
  await writer.close();
  copy = new FileCopyWriter(product.services.config.dataFolder, id, started);
  await copy.add(Buffer.from("transferred"));
  await copy.close();
}, 120_000);

afterAll(async () => {
  bundle?.remove();
  rmSync(folder, { recursive: true, force: true });
  await product?.close();
});

const environment = (): NodeJS.ProcessEnv => ({
  SALLYPORT_DATA: product.services.config.dataFolder,
  SALLYPORT_DATABASE_URL: databaseUrlOf(product.database),
});

/** Runs the command; answers what it said. */
async function backup(given: readonly string[], from: NodeJS.ProcessEnv): Promise<string> {
  const lines: string[] = [];
  await backupCommand(given, from, (line) => lines.push(line));
  return lines.join("\n");
}

/** Every row of every table, in an order that both databases share. */
async function contents({ db }: Pick<TestDatabase, "db">): Promise<Record<string, readonly string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(array[
      'http_sessions', 'resource_selections', 'job_workers', 'kysely_migration', 'kysely_migration_lock'])
    order by relname
  `.execute(db);
  const all: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t order by t::text collate "C"
    `.execute(db);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

const structure = async ({ db }: Pick<TestDatabase, "db">): Promise<unknown> => {
  const { rows } = await sql`
    select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
    order by 1, 2, 3
  `.execute(db);
  return rows;
};

const emptyDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  await database.pool.query("drop schema public cascade; create schema public");
  return database;
};

describe("a backup", () => {
  it("is restored elsewhere with everything in it, and the product goes on there", async () => {
    const archive = join(folder, "whole.zip");
    const signIn = { username: "admin", password: administratorPassword };
    const { token } = (await product.anonymous.call("POST", "authentication/auth/", signIn)).body;
    const said = await backup(
      ["create", archive, "--passphrase-file", join(folder, "passphrase")],
      environment(),
    );
    expect(said).toMatch(/Backed up \d+ tables and 2 files to/);
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    const database = await emptyDatabase();
    try {
      const target = join(folder, "restored");
      const there = { SALLYPORT_DATA: target, SALLYPORT_DATABASE_URL: databaseUrlOf(database) };
      await backup(["restore", archive, "--passphrase-file", join(folder, "passphrase")], there);
      expect(await contents(database)).toEqual(await contents(product.database));
      expect(await structure(database)).toEqual(await structure(product.database));
      expect(readFileSync(join(target, "secret.key"))).toEqual(
        readFileSync(join(product.services.config.dataFolder, "secret.key")),
      );
      const secrets = createSecretBox(
        fixedKeyRing(...(parseKeyFile(readFileSync(join(target, "secret.key"), "utf8")) as [Buffer])),
      );
      const accounts = await database.db.selectFrom("accounts").select(["id", "secret_sealed"]).execute();
      const { vault } = product.services;
      const opened = await Promise.all(
        accounts.map((account) => openAccountSecret({ secrets, vault }, account)),
      );
      expect(opened.filter(Boolean).length).toBeGreaterThan(0);
      expect((await verifyRecording(join(target, recording), secrets)).state).toBe("complete");
      const parts = (await (await openFileCopy(target, copy.path, copy.key))?.toArray()) as Buffer[];
      expect(Buffer.concat(parts).toString()).toBe("transferred");

      const port = await freePort();
      const web = startProcess(process.execPath, [bundle.script, "--roles", "web"], {
        env: { ...process.env, ...there, SALLYPORT_HTTP_PORT: String(port) },
      });
      try {
        const url = `http://127.0.0.1:${port}/api/v1`;
        await expect
          .poll(
            () =>
              fetch(`${url}/health/`).then(
                () => true,
                () => false,
              ),
            { timeout: 30_000 },
          )
          .toBe(true);
        const answer = await fetch(`${url}/users/profile/`, {
          headers: { authorization: `Bearer ${token}` },
        });
        expect(await answer.json(), web.errors()).toMatchObject({ username: "admin" });
      } finally {
        web.child.kill("SIGTERM");
        await web.ended;
      }
    } finally {
      await database.drop();
    }
  }, 120_000);

  it("without keys holds none, and needs them to be put there first", async () => {
    const archive = join(folder, "bare.zip");
    expect(await backup(["create", archive], environment())).toMatch(/Store secret\.key separately/);
    const { dataFolder } = product.services.config;
    const key = readFileSync(join(dataFolder, "secret.key"), "utf8");
    expect(readFileSync(archive).includes(key.trim())).toBe(false);
    const database = await emptyDatabase();
    try {
      const target = join(folder, "bare");
      const there = { SALLYPORT_DATA: target, SALLYPORT_DATABASE_URL: databaseUrlOf(database) };
      await expect(backup(["restore", archive], there)).rejects.toThrow(/secret\.key: not found/);
      writeFileSync(join(target, "secret.key"), `${Buffer.alloc(32, 5).toString("base64")}\n`, {
        mode: 0o600,
      });
      await expect(backup(["restore", archive], there)).rejects.toThrow(
        /encrypted with the key \S{8}, not with/,
      );
      await expect(
        backup(["restore", archive, "--passphrase-file", join(folder, "passphrase")], there),
      ).rejects.toThrow(/does not include its keys/);
      writeFileSync(join(target, "secret.key"), key);
      await backup(["restore", archive], there);
      expect(await contents(database)).toEqual(await contents(product.database));
    } finally {
      await database.drop();
    }
  });

  it("that is damaged, cut short, foreign or of another key changes nothing", async () => {
    const archive = join(folder, "whole.zip");
    const bytes = readFileSync(archive);
    const broken = join(folder, "broken.zip");
    const database = await emptyDatabase();
    const wrong = join(folder, "wrong");
    writeFileSync(wrong, "another passphrase\n");
    const there = {
      SALLYPORT_DATA: join(folder, "nothing"),
      SALLYPORT_DATABASE_URL: databaseUrlOf(database),
    };
    const restore = () => backup(["restore", broken, "--passphrase-file", join(folder, "passphrase")], there);
    try {
      for (const content of [
        bytes.subarray(0, bytes.length / 2),
        Buffer.from("not an archive"),
        Buffer.alloc(0),
      ]) {
        writeFileSync(broken, content);
        await expect(restore()).rejects.toThrow(/is damaged, incomplete/);
      }
      await expect(backup(["restore", archive, "--passphrase-file", wrong], there)).rejects.toThrow(
        /Wrong passphrase/,
      );
      expect(existsSync(join(folder, "nothing/recordings"))).toBe(false);
      // A bit in the middle of the data of some table.
      const changed = Buffer.from(bytes);
      const offset = bytes.indexOf("database/users.copy") + 600;
      changed[offset] = (changed[offset] ?? 0) ^ 0x10;
      writeFileSync(broken, changed);
      await expect(restore()).rejects.toThrow();
      const { rows } = await database.pool.query("select count(*)::int as count from users");
      expect(rows).toEqual([{ count: 0 }]);
    } finally {
      await database.drop();
    }
  });

  it("is never restored over something, nor written over something", async () => {
    const archive = join(folder, "whole.zip");
    const withKeys = ["restore", archive, "--passphrase-file", join(folder, "passphrase")];
    await expect(backup(withKeys, environment())).rejects.toThrow(/is not empty \(recordings/);
    const elsewhere = { ...environment(), SALLYPORT_DATA: join(folder, "elsewhere") };
    await expect(backup(withKeys, elsewhere)).rejects.toThrow(/database is not empty/);
    await expect(backup(["create", archive], environment())).rejects.toThrow(/already exists/);
    const admin = await product.bearer("admin", administratorPassword);
    expect((await admin.call("GET", "users/profile/")).status).toBe(200);
  });

  it("is asked for rightly", async () => {
    writeFileSync(join(folder, "short"), "short\n");
    for (const [given, problem] of [
      [[], /Usage: backup create/],
      [["create"], /Usage: backup create/],
      [["restore", "a", "b"], /Usage: backup create/],
      [["create", "x", "--nonsense"], /nonsense/],
      [["create", "x", "--passphrase-file", join(folder, "short")], /at least 12 characters/],
      [["create", "x", "--passphrase-file", join(folder, "no such")], /cannot read/],
      [["restore", join(folder, "no such")], /Cannot read .* \(ENOENT\)/],
    ] as const) {
      await expect(backup(given, environment())).rejects.toThrow(problem);
    }
  });
});
