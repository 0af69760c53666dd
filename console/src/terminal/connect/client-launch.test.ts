import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  clientCommand,
  configEntry,
  filesAddress,
  hostAlias,
  readLaunch,
  withCommand,
} from "./client-launch.ts";

const link = (launch: unknown): string => `jms://${btoa(JSON.stringify(launch))}`;

describe("programs of the person's own", () => {
  it("reads what a client is started with", () => {
    const launch = { value: "secret", endpoint: { host: "access.example.com", port: 2222 } };
    expect(readLaunch(link(launch))).toEqual({
      link: link(launch),
      password: "secret",
      server: { host: "access.example.com", port: 2222 },
      database: "",
    });
    const database = { ...launch, asset: { info: { db_name: "ledger" } } };
    expect(readLaunch(link(database))?.database).toBe("ledger");
    const desktop = { value: "secret", file: { name: "x.rdp", content: "" } };
    expect(readLaunch(link(desktop))?.server).toBeNull();
    for (const broken of [
      "jms://?",
      "jms://",
      link({}),
      link([]),
      link({ value: 5, endpoint: { host: "x" } }),
    ]) {
      expect(readLaunch(broken)).toBeNull();
    }
  });

  it("writes the command", () => {
    expect(clientCommand("ssh", { host: "access.example.com", port: 2222 }, "JMS-1")).toBe(
      "ssh -p 2222 JMS-1@access.example.com",
    );
    expect(clientCommand("ssh", { host: "access.example.com", port: 22 }, "ada#my root#1")).toBe(
      "ssh 'ada#my root#1'@access.example.com",
    );
    expect(clientCommand("sftp", { host: "::1", port: 2222 }, "JMS-1")).toBe("sftp -P 2222 JMS-1@[::1]");
  });

  it("puts the command into the link, whatever letters are in it", () => {
    const changed = withCommand(link({ value: "secret", command: "" }), "ssh 'ä中'@host");
    const bytes = Uint8Array.from(atob(changed.slice("jms://".length)), (sign) => sign.charCodeAt(0));
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({
      value: "secret",
      command: "ssh 'ä中'@host",
    });
    expect(withCommand("jms://?", "ssh")).toBe("jms://?");
  });
});

describe("guides for editors and file programs", () => {
  const named = { host: "gate.example", port: 2222, username: 'ada#ops "x"#7' };

  it("an asset is one word as a host", () => {
    expect(hostAlias("Web 1 (Paris)")).toBe("sallyport-web-1-paris");
    expect(hostAlias("服务器")).toBe("sallyport-asset");
  });

  it("files are at an address that any program reads back", () => {
    const address = new URL(filesAddress(named));
    expect(decodeURIComponent(address.username)).toBe(named.username);
    expect([address.hostname, address.port]).toEqual(["gate.example", "2222"]);
    expect(filesAddress({ ...named, host: "2001:db8::1" })).toContain("@[2001:db8::1]:2222/");
  });

  // The program itself says what it reads in the lines.
  it.skipIf(spawnSync("ssh", ["-V"]).error !== undefined)("OpenSSH reads the lines as they are meant", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "guides-"));
    const file = path.join(folder, "config");
    writeFileSync(file, `${configEntry(hostAlias("Web 1"), named)}\n`);
    const { stdout } = spawnSync("ssh", ["-G", "-F", file, "sallyport-web-1"], { encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(stdout.split("\n")).toEqual(
      expect.arrayContaining([`user ${named.username}`, "hostname gate.example", "port 2222"]),
    );
  });
});
