import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld } from "./areas/permissions/testing/world.ts";
import { endedSession } from "./areas/sessions/testing/ended-session.ts";
import { registerKeys } from "./engine/secrets/key-register.ts";
import { fixedKeyRing, parseKeyFile } from "./engine/secrets/key-ring.ts";
import { createSecretBox } from "./engine/secrets/secret-box.ts";
import type { SessionRecord } from "./gateway/ports.ts";
import { createGatewayPorts } from "./gateway-ports.ts";
import { recordingsCommand } from "./recordings-command.ts";
import { secretsCommand } from "./secrets-command.ts";
import { databaseUrlOf } from "./testing/database-url.ts";
import { createTestProduct, type TestProduct } from "./testing/product.ts";
import { type S3TestServer, startS3Server } from "./testing/s3-server.ts";
import { resolveRecording, verifyRecording } from "./transport/recording/index.ts";

let product: TestProduct;
let storage: S3TestServer;
let sessions: readonly SessionRecord[];
let environment: NodeJS.ProcessEnv;
let keyFile: string;

beforeAll(async () => {
  [product, storage] = await Promise.all([createTestProduct(), startS3Server()]);
  const { dataFolder } = product.services.config;
  environment = { SALLYPORT_DATA: dataFolder, SALLYPORT_DATABASE_URL: databaseUrlOf(product.database) };
  keyFile = join(dataFolder, "secret.key");
  await registerKeys(
    product.database.db,
    fixedKeyRing(...(parseKeyFile(readFileSync(keyFile, "utf8")) as [Buffer])),
    keyFile,
  );
  await product.createUser({ username: "mei", name: "mei" });
  const world = await createWorld(product.database.db, "00000000-0000-0000-0000-000000000002");
  const ports = await createGatewayPorts(product.services);
  sessions = [
    await endedSession(product.services, ports, world),
    await endedSession(product.services, ports, world),
  ];
  const { bucket: BUCKET, accessKey: ACCESS_KEY, secretKey: SECRET_KEY, endpoint: ENDPOINT } = storage;
  const meta = { BUCKET, ACCESS_KEY, SECRET_KEY, ENDPOINT };
  await product.administrator.call("POST", "terminal/replay-storages/", {
    name: "offsite",
    type: "s3",
    meta,
  });
});
afterAll(() => Promise.all([product.close(), storage.close()]));

async function run(...given: readonly string[]): Promise<readonly string[]> {
  const said: string[] = [];
  await recordingsCommand(given, environment, (line) => said.push(line));
  return said;
}

const files = (): readonly string[] =>
  sessions.map(({ recordingPath }) =>
    resolveRecording(product.services.config.dataFolder, recordingPath ?? ""),
  );

it("moves recordings to a storage and back, over a new installation key and a storage that was away", async () => {
  storage.faults.refuse = { status: 503, code: "SlowDown" };
  await expect(run("move", "--from", "default", "--to", "offsite")).rejects.toThrow("again to continue");
  delete storage.faults.refuse;
  expect(await run("move", "--from", "default", "--to", "offsite")).toEqual([
    '2 of 2 recordings are in "offsite" now.',
  ]);
  expect(files().map((file) => existsSync(file))).toEqual([false, false]);
  expect(storage.objects.size).toBe(2);
  await secretsCommand(["rotate-key"], environment, () => undefined);
  expect(await run("move", "--from", "offsite", "--to", "default")).toEqual([
    '2 of 2 recordings are in "default" now.',
  ]);
  expect(storage.objects.size).toBe(0);
  // The former key is gone: what was elsewhere meanwhile opens with the new one alone.
  const [newest] = parseKeyFile(readFileSync(keyFile, "utf8")) as [Buffer];
  const secrets = createSecretBox(fixedKeyRing(newest));
  for (const file of files()) expect((await verifyRecording(file, secrets)).state).toBe("complete");
});

it("says how it is called, and which storage is not there", async () => {
  for (const given of [
    [],
    ["move"],
    ["move", "--from", "a", "--to", "a"],
    ["copy", "--from", "a", "--to", "b"],
  ]) {
    await expect(run(...given)).rejects.toThrow("Usage: recordings index");
  }
  await expect(run("move", "--from", "default", "--to", "nowhere")).rejects.toThrow('no storage "nowhere"');
});
