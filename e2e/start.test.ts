import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { freePort } from "../server/src/engine/testing/free-port.ts";
import { commandOf } from "../server/src/engine/testing/process.ts";
import { ApiClient } from "./support/api.ts";
import { newDataFolder, removeDataFolder } from "./support/data-folder.ts";
import { startPrepared } from "./support/prepared.ts";
import { adminPassword, failToStart, killHard, startProduct } from "./support/product.ts";

/** The account `nobody`, when this is root and that account may enter the clone; else null. */
function ordinaryAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  const account = { uid: id("-u"), gid: id("-g") };
  const { status } = spawnSync(
    process.execPath,
    [
      "-e",
      "require('node:fs').readFileSync(process.argv[1])",
      join(import.meta.dirname, "../server/dist/main.js"),
    ],
    { ...account, cwd: "/" },
  );
  return status === 0 ? account : null;
}

const account = ordinaryAccount();

describe("starting", () => {
  it.skipIf(account === null)("works as an ordinary user", async () => {
    const product = await startProduct(account === null ? {} : { account });
    try {
      await ApiClient.signIn(product.url, "admin", adminPassword);
      expect(product.processes().map(({ pid }) => statSync(`/proc/${pid}`).uid)).not.toContain(0);
      expect(product.memory().size).toBeGreaterThan(3);
      expect(await product.stop()).toBe(0);
    } finally {
      await product.dispose();
    }
  });

  it("is ready, also the second time, and ends cleanly", async () => {
    const dataFolder = newDataFolder();
    try {
      const first = await startProduct({ dataFolder });
      await ApiClient.signIn(first.url, "admin", adminPassword);
      expect(await first.stop()).toBe(0);
      expect(first.processes()).toEqual([]);
      const second = await startProduct({ dataFolder });
      await ApiClient.signIn(second.url, "admin", adminPassword);
      expect(await second.stop()).toBe(0);
    } finally {
      removeDataFolder(dataFolder);
    }
  });

  it("prints a generated password once when none was chosen", async () => {
    const product = await startProduct({ environment: { SALLYPORT_ADMIN_PASSWORD: "" } });
    try {
      const password = /admin \/ (\S+)/.exec(product.said())?.[1] ?? "";
      expect(password.length).toBeGreaterThanOrEqual(12);
      // It is right, and has to be changed before it opens anything.
      const signIn = (given: string) => ApiClient.withToken(product.url, "admin", given);
      await expect(signIn(password)).rejects.toThrow("must set a new password");
      await expect(signIn("something else")).rejects.toThrow("password_failed");
    } finally {
      await product.dispose();
    }
  });

  it("says what is wrong with the configuration, every line of it", async () => {
    const { status, said } = await failToStart({
      SALLYPORT_HTTP_PORT: "eighty",
      SALLYPORT_SITE_URL: "ftp://example.com",
      SALLYPORT_HTTP_PROT: "8080",
    });
    expect(status).toBe(78);
    expect(said).toMatch(/SALLYPORT_HTTP_PORT: must be a whole number from 1 to 65535/);
    expect(said).toMatch(/SALLYPORT_SITE_URL: must look like/);
    expect(said).toMatch(/SALLYPORT_HTTP_PROT: unknown option. Did you mean SALLYPORT_HTTP_PORT/);
    expect(said).not.toMatch(/\n\s+at /);
  });

  it("names an occupied port", async () => {
    const httpPort = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(httpPort, "127.0.0.1", resolve));
    try {
      const { status, said } = await failToStart({}, { httpPort });
      expect(status).toBe(78);
      expect(said).toMatch(new RegExp(`port ${httpPort} on 127.0.0.1 is in use`));
    } finally {
      other.close();
    }
  });

  it("refuses a second product on the same data folder", async () => {
    const product = await startPrepared();
    try {
      const { status, said } = await failToStart({}, { dataFolder: product.dataFolder });
      expect(status).not.toBe(0);
      expect(said).toMatch(/Sallyport cannot start/);
      expect(said).toContain(product.dataFolder);
      await product.healthy();
    } finally {
      await product.dispose();
    }
  });

  it("refuses a data folder it cannot write, and a database that does not answer", async () => {
    const file = newDataFolder();
    try {
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, "not a folder");
      chmodSync(file, 0o400);
      const folder = await failToStart({}, { dataFolder: file });
      expect(folder.status).toBe(78);
      expect(folder.said).toContain(file);
    } finally {
      removeDataFolder(file);
    }
    const port = await freePort();
    const silent = await failToStart({
      SALLYPORT_DATABASE_URL: `postgres://someone:hidden-word@127.0.0.1:${port}/none`,
    });
    expect(silent.status).not.toBe(0);
    expect(silent.said).toMatch(/database/i);
    expect(silent.said).not.toContain("hidden-word");
  });

  it.each([
    ["npm", "SIGTERM"],
    ["npm", "SIGHUP"],
    ["its shell", "SIGTERM"],
    ["the script", "SIGTERM"],
  ] as const)("by npm, ends with all it started when %s gets %s", async (whom, signal) => {
    const product = await startPrepared({ command: ["npm", "start", "--"] });
    const tree = product.processes();
    const all = tree.map(({ pid }) => pid);
    try {
      const npm = tree.find(({ role }) => role === "supervisor");
      const script = tree.find(({ command }) => /^\S*node scripts\/start\.mjs/.test(command));
      // Some shells replace themselves by the one program they run.
      const shell = tree.find(({ command }) => /^\S*sh -c /.test(command)) ?? script;
      const target = { npm, "its shell": shell, "the script": script }[whom]?.pid;
      if (target === undefined) throw new Error(`no process of ${whom} in ${JSON.stringify(tree)}`);
      expect(all.length).toBeGreaterThan(6);
      process.kill(target, signal);
      const left = () => all.filter((pid) => commandOf(pid) !== "");
      await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 20_000, interval: 100 });
      // A clean stop: nobody holds the data folder any more.
      expect(existsSync(join(product.dataFolder, "lock.json"))).toBe(false);
    } finally {
      for (const pid of all) killHard(pid);
      await product.dispose();
    }
  });

  it("is built with its console", () => {
    expect(existsSync(join(import.meta.dirname, "../console/dist/index.html"))).toBe(true);
  });
});
