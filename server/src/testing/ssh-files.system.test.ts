import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { opensshMissing } from "../engine/testing/openssh.ts";
import { FileZillaEngine } from "./filezilla-engine.ts";
import {
  isMissing,
  permit,
  plainClient,
  type RunOptions,
  type SshGateway,
  startSshGateway,
} from "./ssh-gateway.ts";

const sha256 = (data: Buffer): string => createHash("sha256").update(data).digest("hex");

const quiet = ["-o", "LogLevel=ERROR", ...plainClient];

describe.skipIf(opensshMissing() !== null)("files through the SSH server", () => {
  let gateway: SshGateway;
  let assetId: string;
  /** A folder of the target's account, and one of ours. */
  let there: string;
  let here: string;
  const login = () => `${gateway.user.username}@operator@files@127.0.0.1`;
  const client = (program: string, args: readonly string[], how: RunOptions = {}) =>
    gateway.run("sshpass", ["-e", program, ...args], {
      ...how,
      environment: { SSHPASS: gateway.user.password },
    });
  const sftp = (batch: string, who = login()) =>
    client("sftp", [...quiet, "-o", "BatchMode=no", "-P", String(gateway.port), "-b", "-", who], {
      input: `${batch}\n`,
    });
  const scp = (...args: readonly string[]) => client("scp", [...quiet, "-P", String(gateway.port), ...args]);

  /** What carries content: the records that tell of modes and folders come with it at no certain number. */
  const transfers = ["upload", "download"];

  /** What was written down since the last time, oldest first, once that many records, of these kinds, are complete. */
  async function logged(
    count: number,
    operates: readonly string[] | null = null,
  ): Promise<Record<string, unknown>[]> {
    for (let attempt = 0; ; attempt++) {
      const { rows } = await gateway.product.database.pool.query(
        "select * from ftp_logs order by date_start, operate",
      );
      const counted = rows.filter(({ operate }) => operates === null || operates.includes(operate));
      const isOver = counted.length >= count && rows.every(({ state }) => state !== "running");
      if (isOver || attempt > 100) return rows;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The home folder of the target's account, after a command in it. */
  async function homeThere(command = "true"): Promise<string> {
    const { stdout } = await client("ssh", [
      ...[...quiet, "-p", String(gateway.port), login()],
      `${command} && pwd`,
    ]);
    return stdout.trim();
  }

  /** The fingerprint of the server's host key, as PuTTY's programs take it. */
  async function hostKey(): Promise<string> {
    const keys = await gateway.run("ssh-keyscan", ["-t", "ed25519", "-p", String(gateway.port), "127.0.0.1"]);
    const { stdout } = await gateway.run("ssh-keygen", ["-lf", "-"], { input: keys.stdout });
    return stdout.split(" ")[1] ?? "";
  }

  beforeAll(async () => {
    gateway = await startSshGateway();
    const { administrator } = gateway.product;
    const { target } = gateway;
    const platforms = await administrator.call("GET", "assets/platforms/?name=Linux");
    const made = await administrator.call("POST", "assets/hosts/", {
      name: "files",
      address: "127.0.0.2",
      platform: platforms.body[0].id,
      protocols: [
        { name: "ssh", port: target.port },
        { name: "sftp", port: target.port },
      ],
      nodes_display: ["/Default"],
      accounts: [
        {
          name: "operator",
          username: target.username,
          secret_type: "ssh_key",
          secret: target.privateKey,
        },
      ],
    });
    expect(made.status).toBe(201);
    assetId = made.body.id;
    await gateway.product.administrator.call("PATCH", `assets/hosts/${assetId}/`, { address: "127.0.0.1" });
    await permit(gateway.product, {
      users: [gateway.user.id],
      assets: [assetId],
      accounts: ["@ALL"],
      actions: ["connect", "upload", "download", "delete"],
    });
    there = await mkdtemp("/tmp/files-there-");
    await chmod(there, 0o777);
  });
  afterAll(async () => {
    await rm(there, { recursive: true, force: true });
    await gateway.close();
  });
  beforeEach(async () => {
    // What the test before this one did is on record by now.
    await vi.waitFor(async () => {
      const { rows } = await gateway.product.database.pool.query(
        "select 1 from sessions where not is_finished",
      );
      expect(rows).toEqual([]);
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    here = await mkdtemp(path.join(gateway.folder, "here-"));
    await gateway.product.database.pool.query("delete from ftp_logs");
  });

  it("sftp puts and gets, and every byte is accounted for", async () => {
    const content = randomBytes(3_000_000);
    await writeFile(path.join(here, "up"), content);
    const { code, stderr } = await sftp(`put ${here}/up ${there}/up\nget ${there}/up ${here}/down`);
    expect([code, stderr]).toEqual([0, ""]);
    expect((await readFile(path.join(here, "down"))).equals(content)).toBe(true);
    const common = {
      filename: `${there}/up`,
      state: "complete",
      is_success: true,
      size: content.length,
      sha256: sha256(content),
      user: "Ada(ada)",
      remote_addr: "127.0.0.1",
    };
    const records = (await logged(2, transfers)).filter(({ operate }) => operate !== "setstat");
    expect(records).toMatchObject([
      { operate: "upload", ...common },
      { operate: "download", ...common },
    ]);
    expect(await gateway.lastSession()).toMatchObject({
      type: "sftp",
      login_from: "ST",
      protocol: "sftp",
      is_success: true,
      end_reason: "client_closed",
    });
    const copy = await gateway.product.app.fastify.inject({
      url: `/api/v1/audits/ftp-logs/${records[0]?.id}/file/download/`,
      headers: { cookie: `jms_sessionid=${gateway.product.administrator.cookies.jms_sessionid}` },
    });
    expect([copy.rawPayload.length, copy.rawPayload.equals(content)]).toEqual([content.length, true]);
  });

  it("scp writes over files as they are, and all of them is accounted for", async () => {
    const content = randomBytes(200_000);
    await writeFile(path.join(here, "up"), content);
    const before = { shorter: 10, longer: 500_000, same: content.length };
    for (const [name, size] of Object.entries(before)) {
      await writeFile(path.join(there, name), randomBytes(size));
      await chmod(path.join(there, name), 0o666);
    }
    for (const name of ["absent", ...Object.keys(before)]) {
      const { code, stderr } = await scp(`${here}/up`, `${login()}:${there}/${name}`);
      expect([code, stderr]).toEqual([0, ""]);
      expect((await readFile(path.join(there, name))).equals(content)).toBe(true);
    }
    const uploads = (await logged(4, transfers)).filter(({ operate }) => operate === "upload");
    expect(uploads.map(({ sha256: hash, reason, copy_path: copy }) => [hash, reason, copy !== null])).toEqual(
      uploads.map(() => [sha256(content), "", true]),
    );
  });

  it("sftp goes on with what broke off, and says that there is no hash", async () => {
    const content = randomBytes(200_000);
    await writeFile(path.join(here, "up"), content);
    await writeFile(path.join(there, "half"), content.subarray(0, 70_000));
    await chmod(path.join(there, "half"), 0o666);
    await writeFile(path.join(here, "half"), content.subarray(0, 50_000));
    const { code, stderr } = await sftp(`reput ${here}/up ${there}/half\nreget ${there}/half ${here}/half`);
    expect([code, stderr]).toEqual([0, ""]);
    expect((await readFile(path.join(here, "half"))).equals(content)).toBe(true);
    expect((await logged(2, transfers)).filter(({ operate }) => operate !== "setstat")).toMatchObject([
      { operate: "upload", size: 130_000, sha256: null, reason: "random_access" },
      { operate: "download", size: 150_000, sha256: null, reason: "random_access" },
    ]);
  });

  it("sftp and scp carry whole folders", async () => {
    await mkdir(path.join(here, "tree/a/b"), { recursive: true });
    for (let index = 0; index < 20; index++) {
      await writeFile(path.join(here, `tree/a/b/file ${index}`), randomBytes(index * 100));
    }
    const put = await sftp(`mkdir ${there}/by-sftp\nput -R ${here}/tree ${there}/by-sftp`);
    expect([put.code, put.stderr]).toEqual([0, ""]);
    const down = await scp("-r", `${login()}:${there}/by-sftp/tree`, `${here}/back`);
    expect([down.code, down.stderr]).toEqual([0, ""]);
    expect((await stat(path.join(here, "back/a/b/file 19"))).size).toBe(1900);
    const up = await scp("-r", "-p", `${here}/back`, `${login()}:${there}/by-scp`);
    expect([up.code, up.stderr]).toEqual([0, ""]);
    expect((await stat(path.join(there, "by-scp/a/b/file 7"))).size).toBe(700);
    const records = await logged(60, transfers);
    expect(records.filter(({ operate }) => operate === "download")).toHaveLength(20);
    expect(records.filter(({ operate }) => operate === "upload")).toHaveLength(40);
    expect(records.every(({ state, operate }) => state === "complete" || operate === "mkdir")).toBe(true);
  });

  it.skipIf(isMissing("fzsftp"))("FileZilla's engine carries content and changes folders", async () => {
    const { port, user } = gateway;
    const content = randomBytes(1_000_001);
    const engine = await FileZillaEngine.connect(here, { login: login(), port, password: user.password });
    await engine.command(`mkdir "${there}/by-filezilla"`);
    await engine.command(`cd "${there}/by-filezilla"`);
    await engine.put(content, "up");
    await engine.put(Buffer.alloc(0), "empty");
    await engine.command('mv "up" "moved"');
    expect((await engine.get("moved")).equals(content)).toBe(true);
    const listed = await engine.command("ls");
    expect(listed).toMatch(/\nmoved$/m);
    expect(listed).toMatch(/\nempty$/m);
    await engine.close();
    expect((await readFile(path.join(there, "by-filezilla/moved"))).equals(content)).toBe(true);
    const records = (await logged(3, transfers)).map(({ operate, filename, state, sha256: hash }) => [
      ...[operate, String(filename).slice(there.length), state, hash],
    ]);
    expect(records).toEqual(
      expect.arrayContaining([
        ["mkdir", "/by-filezilla", "complete", null],
        ["upload", "/by-filezilla/up", "complete", sha256(content)],
        ["upload", "/by-filezilla/empty", "complete", sha256(Buffer.alloc(0))],
        ["download", "/by-filezilla/moved", "complete", sha256(content)],
      ]),
    );
  });

  it.skipIf(!existsSync("/usr/bin/psftp"))("psftp and pscp do the same", async () => {
    const content = randomBytes(100_000);
    await writeFile(path.join(here, "p"), content);
    await writeFile(
      path.join(here, "batch"),
      `put ${here}/p ${there}/p\nmv ${there}/p ${there}/q\nls ${there}\n`,
    );
    const options = ["-batch", "-P", String(gateway.port), "-pw", gateway.user.password];
    const fingerprint = await hostKey();
    const psftp = await gateway.run("psftp", [
      ...options,
      "-hostkey",
      fingerprint,
      "-b",
      `${here}/batch`,
      login(),
    ]);
    expect(psftp.code, psftp.stderr).toBe(0);
    const old = await gateway.run("pscp", [
      ...options,
      ...["-hostkey", fingerprint, "-scp", `${here}/p`, `${login()}:${there}/by-scp-of-putty`],
    ]);
    expect(old.code, old.stderr).toBe(0);
    const pscp = await gateway.run("pscp", [
      ...options,
      ...["-hostkey", fingerprint, "-sftp", `${login()}:${there}/q`, `${here}/q`],
    ]);
    expect(pscp.code, pscp.stderr).toBe(0);
    expect((await readFile(path.join(here, "q"))).equals(content)).toBe(true);
    expect((await logged(4)).map(({ operate, sha256: hash }) => [operate, hash])).toEqual([
      ["upload", sha256(content)],
      ["rename", null],
      ["upload", sha256(content)],
      ["download", sha256(content)],
    ]);
  });

  it("scp of the old protocol is followed both ways, folders and all", async () => {
    await mkdir(path.join(here, "old/sub"), { recursive: true });
    const content = randomBytes(500_000);
    await writeFile(path.join(here, "old/big"), content);
    await writeFile(path.join(here, "old/sub/empty"), "");
    const up = await scp("-O", "-r", "-p", `${here}/old`, `${login()}:${there}/`);
    expect([up.code, up.stderr]).toEqual([0, ""]);
    const down = await scp("-O", "-r", `${login()}:${there}/old`, `${here}/again`);
    expect([down.code, down.stderr]).toEqual([0, ""]);
    expect((await readFile(path.join(here, "again/big"))).equals(content)).toBe(true);
    const one = await scp("-O", `${login()}:${there}/old/b*`, `${here}/one`);
    expect([one.code, one.stderr]).toEqual([0, ""]);
    const told = (await logged(7)).map(({ operate, filename, state, size, sha256: hash }) => [
      operate,
      filename,
      state,
      size === null ? null : Number(size),
      hash,
    ]);
    const big = ["complete", content.length, sha256(content)];
    const empty = ["complete", 0, sha256(Buffer.alloc(0))];
    expect(told).toHaveLength(7);
    expect(told).toEqual(
      expect.arrayContaining([
        ["mkdir", `${there}/old`, "complete", null, null],
        ["upload", `${there}/old/big`, ...big],
        ["mkdir", `${there}/old/sub`, "complete", null, null],
        ["upload", `${there}/old/sub/empty`, ...empty],
        ["download", `${there}/old/big`, ...big],
        ["download", `${there}/old/sub/empty`, ...empty],
      ]),
    );
    expect(await gateway.lastSession()).toMatchObject({ type: "sftp", protocol: "ssh", has_replay: true });
    const missing = await scp("-O", `${login()}:${there}/nothing`, here);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("No such file")]);
  });

  it.skipIf(!existsSync("/usr/bin/rsync"))(
    "rsync carries both ways and is on record by its paths",
    async () => {
      await mkdir(path.join(here, "r"), { recursive: true });
      await writeFile(path.join(here, "r/f"), randomBytes(100_000));
      const shell = ["ssh", ...quiet, "-p", String(gateway.port)].join(" ");
      const rsync = (...args: readonly string[]) =>
        client("rsync", ["-a", "--no-o", "--no-g", "-e", shell, ...args]);
      const up = await rsync("--delete", `${here}/r/`, `${login()}:${there}/mirror`);
      expect([up.code, up.stderr]).toEqual([0, ""]);
      const down = await rsync(`${login()}:${there}/mirror/`, `${here}/back`);
      expect([down.code, down.stderr]).toEqual([0, ""]);
      expect((await stat(path.join(here, "back/f"))).size).toBe(100_000);
      const common = { state: "complete", reason: "other_program", sha256: null, size: null };
      expect(await logged(2)).toMatchObject([
        { operate: "upload", filename: `${there}/mirror`, ...common },
        { operate: "download", filename: `${there}/mirror/`, ...common },
      ]);
    },
  );

  it("puts files where the machine itself does: relative paths and ~ are the account's home", async () => {
    const home = await homeThere("mkdir -p below");
    await writeFile(path.join(here, "f"), "content");
    const at = (name: string) => readFile(path.join(home, name), "utf8");
    expect((await scp(path.join(here, "f"), `${login()}:`)).stderr).toBe("");
    expect((await scp(path.join(here, "f"), `${login()}:below/g`)).stderr).toBe("");
    expect((await scp(path.join(here, "f"), `${login()}:~/below/h`)).stderr).toBe("");
    expect([await at("f"), await at("below/g"), await at("below/h")]).toEqual(Array(3).fill("content"));
    const { code, stdout, stderr } = await sftp("pwd\nln f hard\ncp f copied\ndf .\nls -1");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Remote working directory: ${home}`);
    expect(stdout).toMatch(/Avail/);
    expect([await at("hard"), await at("copied")]).toEqual(["content", "content"]);
    expect((await stat(path.join(home, "f"))).nlink).toBe(2);
    const rows = await logged(7);
    expect(rows).toContainEqual(
      expect.objectContaining({ operate: "upload", filename: `${home}/copied`, reason: "random_access" }),
    );
  });

  it("starts in the folder of the platform where somebody has set one", async () => {
    const { pool } = gateway.product.database;
    const set = (folder: string) =>
      pool.query(
        `update platform_protocols set setting = setting || jsonb_build_object('sftp_home', $2::text)
         where name = 'sftp' and platform_id = (select platform_id from assets where id = $1)`,
        [assetId, folder],
      );
    const startOf = async () => /directory: (.*)/.exec((await sftp("pwd")).stdout)?.[1];
    try {
      await set(there);
      expect(await startOf()).toBe(there);
      await set("/tmp/");
      expect(await startOf()).toBe("/tmp");
    } finally {
      await set("/tmp");
    }
    expect(await startOf()).toBe(await homeThere());
  });

  it("shows the tree of assets to those who name none, and their files below", async () => {
    const who = `${gateway.user.username}@127.0.0.1`;
    const there = `${await homeThere("mkdir tree")}/tree`;
    await writeFile(path.join(here, "t"), "tree");
    const below = "/Default/files/tree";
    const { code, stdout, stderr } = await sftp(
      `ls -1 /\nls -1 /Default\ncd ${below}\nput ${here}/t t\nrename t u\nls -1\nget u ${here}/u\nrm u`,
      who,
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("/Default/files");
    expect(await readFile(path.join(here, "u"), "utf8")).toBe("tree");
    expect((await logged(4)).map(({ operate, filename }) => [operate, filename])).toEqual(
      expect.arrayContaining([
        ["upload", `${there}/t`],
        ["rename", `${there}/t=>${there}/u`],
        ["download", `${there}/u`],
        ["delete", `${there}/u`],
      ]),
    );
    const outside = await sftp("put /etc/hostname /Default/x", who);
    expect(outside.code).not.toBe(0);
  });

  it("says in the tree that an asset needs approval", async () => {
    const reviewer = await gateway.product.createUser({ username: "grace" });
    const rule = await gateway.product.administrator.call("POST", "acls/login-asset-acls/", {
      name: "Ask first",
      users: { type: "all" },
      assets: { type: "ids", ids: [assetId] },
      accounts: ["@ALL"],
      rules: {},
      action: "review",
      reviewers: [reviewer.id],
    });
    expect(rule.status).toBe(201);
    const who = `${gateway.user.username}@127.0.0.1`;
    const { code, stdout } = await sftp("ls -1 /Default/files", who);
    await gateway.product.administrator.call("DELETE", `acls/login-asset-acls/${rule.body.id}/`);
    expect(code).toBe(0);
    expect(stdout).toContain("This asset needs approval. Ask for it in the web console");
  });

  it("refuses an asset without files, and people without rights to them, with a reason", async () => {
    const noFiles = await sftp("ls", `${gateway.direct}@127.0.0.1`);
    expect(noFiles.code).not.toBe(0);
    expect(noFiles.stderr).not.toBe("");
    const bob = await gateway.product.createUser({ username: "bob" });
    await permit(gateway.product, {
      users: [bob.id],
      assets: [assetId],
      accounts: ["@ALL"],
      actions: ["connect", "download"],
    });
    await writeFile(path.join(there, "kept"), "kept");
    const args = [...quiet, "-o", "BatchMode=no", "-P", String(gateway.port)];
    const result = await gateway.run(
      "sshpass",
      ["-e", "sftp", ...args, "-b", "-", "bob@operator@files@127.0.0.1"],
      {
        environment: { SSHPASS: bob.password },
        input: `get ${there}/kept ${here}/kept\n-rm ${there}/kept\n-put ${here}/kept ${there}/new\n`,
      },
    );
    expect(result.code, result.stderr).toBe(0);
    expect(existsSync(path.join(there, "kept"))).toBe(true);
    expect(existsSync(path.join(there, "new"))).toBe(false);
    expect((await logged(3)).map(({ operate, state, reason }) => [operate, state, reason])).toEqual([
      ["download", "complete", ""],
      ["delete", "failed", "denied"],
      ["upload", "failed", "denied"],
    ]);
    for (const command of [
      `scp -t ${there}/new`,
      `rsync --server . ${there}/new`,
      `true; scp -f ${there}/kept`,
    ]) {
      const refused = await gateway.ssh(["bob@operator@files@127.0.0.1", command], {
        password: bob.password,
      });
      expect([refused.code, refused.stdout]).toEqual([255, ""]);
      expect(refused.stderr).toContain("does not allow this kind of file transfer");
    }
    const allowed = await gateway.ssh(["bob@operator@files@127.0.0.1", "echo scp -t x"], {
      password: bob.password,
    });
    expect(allowed.stdout).toBe("scp -t x\n");
  });
});
