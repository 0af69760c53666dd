import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type SmallDisk, smallDisk } from "../engine/testing/small-disk.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  createSshServer,
  gatewayMissing,
  permit,
  plainClient,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";

const room = gatewayMissing() ? null : smallDisk("256k");

describe.skipIf(room === null)("the disk of a gateway that is full", () => {
  const disk = room as SmallDisk;
  let world: SshGateway;
  let full: Gateway;
  beforeAll(async () => {
    world = await startSshGateway();
    await world.product.configure({ FTP_FILE_MAX_STORE: 100 });
    await world.product.administrator.call("PATCH", `assets/hosts/${world.assetId}/`, {
      protocols: [
        { name: "ssh", port: world.target.port },
        { name: "sftp", port: world.target.port },
      ],
    });
    await permit(world.product, {
      users: [world.user.id],
      assets: [world.assetId],
      accounts: ["@ALL"],
      actions: ["connect", "upload", "download", "delete"],
    });
    full = await createSshServer(world.product, { dataFolder: disk.folder });
  });
  afterAll(async () => {
    await full?.close();
    await world?.close();
    disk.remove();
  });

  const client = (program: string, args: readonly string[], input?: string) =>
    world.run(
      "sshpass",
      [
        ...["-e", program, ...plainClient, "-o", "LogLevel=ERROR", "-o", "BatchMode=no"],
        ...[program === "ssh" ? "-p" : "-P", String(full.sshPort), ...args],
      ],
      { environment: { SSHPASS: world.user.password }, ...(input === undefined ? {} : { input }) },
    );
  const login = () => `${world.direct}@127.0.0.1`;
  const upload = async (content: Buffer) => {
    const from = path.join(world.folder, "upload");
    const to = `/tmp/storage-full-${randomBytes(4).toString("hex")}`;
    await writeFile(from, content);
    const { code } = await client("sftp", ["-b", "-", login()], `put ${from} ${to}\n`);
    expect(code).toBe(0);
    const arrived = await readFile(to);
    await rm(to);
    expect(arrived.equals(content)).toBe(true);
    const query = "select * from ftp_logs where filename = $1 and operate = 'upload'";
    return vi.waitFor(async () => {
      const { rows } = await world.product.database.pool.query(query, [to]);
      expect(rows[0]?.state).toBe("complete");
      return rows[0];
    });
  };
  const copies = () => {
    const folder = path.join(disk.folder, "ftp-files");
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  };

  it("ends a session that can no longer be recorded, with a reason, and keeps what was", async () => {
    const { stdout } = await client("ssh", ["-tt", login(), "head -c 20000000 /dev/urandom | base64"]);
    expect(stdout.slice(-300)).toContain("can no longer be recorded");
    expect(await world.lastSession()).toMatchObject({ end_reason: "recording_failed", has_replay: true });
  });

  it("lets nobody begin what has to be recorded, and says why", async () => {
    const { code, stdout, stderr } = await client("ssh", ["-tt", login(), "echo unseen"]);
    expect(code).toBe(255);
    expect(stdout + stderr).toContain("can no longer be recorded");
    expect(stdout).not.toContain("unseen");
    expect(await world.lastSession()).toMatchObject({ end_reason: "recording_failed", is_success: false });
  });

  it("carries files whole, on record as they are, without a copy or a part of one", async () => {
    const content = randomBytes(700_000);
    const record = await upload(content);
    expect(record).toMatchObject({
      sha256: createHash("sha256").update(content).digest("hex"),
      has_file: false,
      content_path: null,
    });
    await vi.waitFor(() => expect(copies()).toEqual([]), 5000);
  });

  it("works as before when there is room again", async () => {
    disk.resize("20m");
    const { code, stdout } = await client("ssh", ["-tt", login(), "echo seen"]);
    expect([code, stdout.endsWith("seen\r\n")]).toEqual([0, true]);
    expect(await world.lastSession()).toMatchObject({ end_reason: "target_closed", has_replay: true });
    expect(await upload(randomBytes(700_000))).toMatchObject({ has_file: true });
    expect(copies()).toHaveLength(1);
  });

  it("lets nobody begin with less room than is wished", async () => {
    await world.product.configure({ TERMINAL_RECORDING_FREE_SPACE: 1000 });
    const { code, stdout, stderr } = await client("ssh", ["-tt", login(), "echo unseen"]);
    expect([code, stdout.includes("unseen")]).toEqual([255, false]);
    expect(stdout + stderr).toContain("can no longer be recorded");
    expect(await world.lastSession()).toMatchObject({ end_reason: "recording_failed", is_success: false });
    await world.product.configure({ TERMINAL_RECORDING_FREE_SPACE: 1 });
    expect((await client("ssh", ["-tt", login(), "echo seen"])).code).toBe(0);
    expect(await world.lastSession()).toMatchObject({ end_reason: "target_closed" });
    const { rows } = await world.product.database.pool.query("select 1 from sessions where not is_finished");
    expect(rows).toEqual([]);
  });
});
