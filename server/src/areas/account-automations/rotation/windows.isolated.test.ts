import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleForTest, type TestBundle } from "../../../engine/testing/bundle.ts";
import { startWinrmServer, type WinrmServer } from "../../../runner/testing/winrm-server.ts";
import { rotateSecrets } from "./index.ts";
import { openRotationBed, type RotationBed } from "./testing/rotation-bed.ts";

let bed: RotationBed;
let machine: WinrmServer;
let runner: TestBundle;
const passwords = new Map([["operator", "An-operating-1"]]);
beforeAll(async () => {
  [bed, machine, runner] = await Promise.all([
    openRotationBed(),
    startWinrmServer({ passwords }),
    bundleForTest(join(import.meta.dirname, "../../../runner/main.ts")),
  ]);
});
afterAll(async () => {
  machine?.close();
  await bed?.close();
  runner?.remove();
});

it("accounts of Windows machines are made and changed over WinRM, in runners", async () => {
  const windows = {
    platform: 5,
    protocols: [
      { name: "rdp", port: 3389 },
      { name: "winrm", port: machine.port },
    ],
  };
  const operating = { username: "operator", secret: "An-operating-1", privileged: true };
  const people = ["web", "app"].map((username) => ({ username, secret: `First-${username}` }));
  const { accounts } = await bed.addAsset("ssh", machine.port, [operating, ...people], windows);
  const ids = people.map(({ username }) => accounts[username] ?? "");
  const done = { success: 2, failed: 0, skipped: 0, postponed: 0 };

  const push = bed.request(ids, { kind: "push_account", secretStrategy: "stored" });
  expect(await rotateSecrets(bed.run(), runner.script, push), bed.said.join("\n")).toEqual(done);
  expect(passwords.get("web")).toBe("First-web");

  expect(await rotateSecrets(bed.run(), runner.script, bed.request(ids)), bed.said.join("\n")).toEqual(done);
  for (const [at, { username }] of people.entries()) {
    const secret = await bed.secretOf(ids[at] ?? "");
    expect(passwords.get(username)).toBe(secret);
    expect(secret).not.toBe(`First-${username}`);
    expect(machine.heard.join("\n")).not.toContain(secret);
  }
  expect(machine.openShells()).toBe(0);
});
