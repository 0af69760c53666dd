import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { FileCopyWriter, fileCopyContext } from "../../../transport/file-copies/file-copies.ts";
import type { FileRecord } from "../../../transport/sessions/index.ts";
import { breakOffFileLogs, fileRetention } from "./retention.ts";
import { writeFileLogs } from "./write.ts";

const here = "00000000-0000-0000-0000-000000000002";
let product: TestProduct;

beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

const aLog = (values: Partial<FileRecord> = {}): FileRecord => ({
  id: randomUUID(),
  organizationId: here,
  sessionId: randomUUID(),
  userId: randomUUID(),
  user: "Ada(ada)",
  remoteAddress: "10.1.2.3",
  assetId: randomUUID(),
  asset: "web-01(10.0.0.5)",
  account: "root(root)",
  operate: "upload",
  filename: "/srv/plan.txt",
  dateStart: new Date(),
  dateEnd: null,
  state: "running",
  reason: "",
  size: null,
  sha256: null,
  copy: null,
  ...values,
});

const list = async (query: string, headers = {}) =>
  (await product.administrator.call("GET", `audits/ftp-logs/?${query}`, undefined, headers)).body;

const fetchFile = (url: string) =>
  product.app.fastify.inject({
    url,
    headers: { cookie: `jms_sessionid=${product.administrator.cookies.jms_sessionid}` },
  });

test("a record is completed under its id and told with what we know beyond the contract", async () => {
  const log = aLog();
  await writeFileLogs(product.services.db, [log]);
  expect(await list(`session=${log.sessionId}`)).toMatchObject([
    { state: { value: "running" }, size: null, sha256: null, date_end: null, has_file: false },
  ]);
  const sha256 = createHash("sha256").update("plan").digest("hex");
  await writeFileLogs(product.services.db, [
    { ...log, state: "complete", size: 2 ** 40, sha256, dateEnd: new Date() },
    aLog({
      sessionId: log.sessionId,
      operate: "rename",
      filename: "/a\0=>/b",
      state: "failed",
      reason: "denied",
    }),
  ]);
  const rows = await list(`session=${log.sessionId}&order=operate`, { "accept-language": "ja" });
  expect(rows).toMatchObject([
    {
      operate: { value: "rename", label: "名前変更" },
      filename: "/a=>/b",
      is_success: false,
      state: { value: "failed" },
      reason: "許可なし",
    },
    { operate: { value: "upload" }, size: 2 ** 40, sha256, is_success: true, user: "Ada(ada)" },
  ]);
  expect(await list(`sha256=${sha256}`)).toHaveLength(1);
  expect(await list(`session=${log.sessionId}&operate=upload`)).toHaveLength(1);
  expect(await list(`session=${log.sessionId}&date_from=2999-01-01`)).toEqual([]);
});

test("a kept copy is encrypted, read back whole, and never when it was changed", async () => {
  const { dataFolder } = product.services.config;
  const log = aLog({ operate: "download", filename: "/srv/bericht für Łódź.bin", state: "complete" });
  const content = randomBytes(200_000);
  const writer = new FileCopyWriter(dataFolder, log.id, log.dateStart);
  for (let at = 0; at < content.length; at += 32_768) await writer.add(content.subarray(at, at + 32_768));
  await writer.close();
  const sealedKey = product.services.secrets.seal(writer.key, fileCopyContext(log.id));
  await writeFileLogs(product.services.db, [{ ...log, copy: { path: writer.path, sealedKey } }]);

  const url = `/api/v1/audits/ftp-logs/${log.id}/file/download/`;
  const answer = await fetchFile(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.equals(content)).toBe(true);
  expect(answer.headers["content-disposition"]).toContain("bericht%20f%C3%BCr%20%C5%81%C3%B3d%C5%BA.bin");

  const file = path.join(dataFolder, writer.path);
  const stored = await readFile(file);
  expect(stored.includes(content.subarray(0, 64))).toBe(false);
  for (const damaged of [
    stored.subarray(0, -100),
    Buffer.concat([stored.subarray(0, 90_000), randomBytes(1)]),
  ]) {
    await writeFile(file, damaged);
    const broken = await fetchFile(url).then(
      ({ rawPayload }) => rawPayload.equals(content),
      () => false,
    );
    expect(broken).toBe(false);
  }
  await product.services.db
    .updateTable("ftp_logs")
    .set({ date_start: new Date(0) })
    .where("id", "=", log.id)
    .execute();
  expect(await fileRetention.forget(product.services, 200)).toBe(1);
  expect(await fileRetention.forget(product.services, 200)).toBe(0);
  expect((await fetchFile(url)).statusCode).toBe(404);
  await expect(stat(file)).rejects.toThrow("ENOENT");
});

test("without a copy words are answered, as the contract has it", async () => {
  const log = aLog({ state: "complete" });
  await writeFileLogs(product.services.db, [log]);
  const answer = await fetchFile(`/api/v1/audits/ftp-logs/${log.id}/file/download/`);
  expect([answer.statusCode, answer.body]).toEqual([200, "No copy of this file is stored."]);
});

test("what a dead gateway left running ends with its session", async () => {
  const log = aLog();
  await writeFileLogs(product.services.db, [log]);
  await product.services.db
    .insertInto("sessions")
    .values({
      id: log.sessionId,
      org_id: here,
      user: log.user,
      user_id: null,
      asset: log.asset,
      asset_id: null,
      account: log.account,
      account_id: "x",
      protocol: "sftp",
      type: "sftp",
      login_from: "ST",
      terminal_id: null,
      date_start: log.dateStart,
      date_end: new Date(Date.now() - 200_000),
      is_finished: true,
      end_reason: "gateway_died",
      recording_path: null,
      recording_bytes: null,
      recording_hash: null,
      recording_duration: null,
    })
    .execute();
  await breakOffFileLogs(product.services);
  expect(await list(`session=${log.sessionId}`)).toMatchObject([
    {
      state: { value: "partial" },
      is_success: false,
      reason: "Connection lost before the transfer finished",
    },
  ]);
});
