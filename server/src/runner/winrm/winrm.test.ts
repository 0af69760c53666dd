import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HostKey } from "../../transport/ssh/host-key.ts";
import { windowsAttestationCommand, windowsPasswordCommand } from "../change/windows.ts";
import { windowsFactsCommand } from "../facts/windows.ts";
import { changeSecret } from "../methods/change-secret.ts";
import { gatherAccounts } from "../methods/gather-accounts.ts";
import { gatherFacts } from "../methods/gather-facts.ts";
import { ping, verifyAccount } from "../methods/ping.ts";
import { accountFor, changeFor, type JobSpecChange, jobSpecFor, runJobSpec } from "../testing/job-specs.ts";
import { startWinrmServer, type WinrmServer, type WinrmServerOptions } from "../testing/winrm-server.ts";

const odd = "a b\\'\"`;--$%?{}\u00e4\u4e2d#<&>";
const operator = { id: "22222222-2222-4222-8222-222222222222", name: "operator", username: "operator" };
const people = () =>
  new Map([
    ["operator", "a pass:word@/ä"],
    ["web", "first"],
    ["DOM\\user", "Domain-1"],
    ["someone@dom.test", "Of-a-domain-2"],
  ]);

const open: WinrmServer[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function machine(options: Partial<WinrmServerOptions> = {}) {
  const passwords = options.passwords ?? people();
  const server = await startWinrmServer({ passwords, ...options });
  open.push(server);
  const spec = (change: JobSpecChange = {}) =>
    jobSpecFor({
      timeoutSeconds: 20,
      ...change,
      account: change.account === undefined ? { ...operator, secret: "a pass:word@/ä" } : change.account,
      target: {
        ...{ protocol: "winrm", type: "windows", port: server.port },
        setting: { use_ssl: options.isSecure === true },
        ...change.target,
      },
    });
  const look = (username: string, secret: string, method = verifyAccount) =>
    runJobSpec(method, spec({ account: { username, secret } }));
  return { server, passwords, spec, look };
}

describe.each([
  { over: "in clear, sealed by NTLM", isSecure: false, methods: ["Negotiate"] },
  { over: "by TLS, with NTLM bound to it", isSecure: true, methods: ["Negotiate", "Basic"] },
  { over: "by TLS, with Basic alone", isSecure: true, methods: ["Basic"] },
] as const)("a Windows machine over WinRM $over", ({ isSecure, methods }) => {
  let at: Awaited<ReturnType<typeof machine>>;
  beforeEach(async () => {
    at = await machine({ isSecure, methods });
  });
  const change = (...given: Parameters<typeof changeFor>) =>
    runJobSpec(changeSecret, at.spec({ change: changeFor(...given) }));

  it("checks the account by a sign-in, a shell and a command, and is left without one", async () => {
    const { server, look } = at;
    expect(await look("operator", "a pass:word@/ä", ping)).toMatchObject({
      code: null,
      log: [],
      result: { account_checked: true },
    });
    expect(server.commands.map(({ command }) => command)).toEqual(["whoami"]);
    expect(server.openShells()).toBe(0);
    for (const [name, secret] of [
      ["operator", "wrong"],
      ["nobody", "first"],
    ] as const) {
      expect((await look(name, secret)).code).toBe("authentication_failed");
    }
  });

  it("knows accounts of domains", async () => {
    const { look } = at;
    expect((await look("DOM\\user", "Domain-1")).code).toBeNull();
    expect((await look("someone@dom.test", "Of-a-domain-2")).code).toBeNull();
    expect((await look("OTHER\\user", "Domain-1")).code).toBe("authentication_failed");
  });

  it("shows its facts and its accounts", async () => {
    const facts = await runJobSpec(gatherFacts, at.spec({ method: "gather_facts" }));
    expect(facts.result).toMatchObject({
      distribution: "Microsoft Windows Server 2022 Standard",
      memory: "8.00",
      cpu_model: "Intel Xeon",
    });
    const { result } = await runJobSpec(gatherAccounts, at.spec({ method: "gather_accounts" }));
    const found = result?.accounts as readonly { readonly username: string }[];
    expect(found.map(({ username }) => username)).toEqual([...at.passwords.keys()]);
  });

  it("gets passwords over the input of a command that is always the same, each proved by a sign-in", async () => {
    const { server, passwords, look } = at;
    const account = { name: "app", username: "web" };
    for (const [former, secret] of [
      ["first", odd],
      [odd, "third secret"],
    ] as const) {
      expect(await change({ ...account, secret: former }, secret)).toMatchObject({
        code: null,
        text: "",
        result: { holds: "new", sent: "done", problem: "" },
      });
      expect(passwords.get("web")).toBe(secret);
      expect((await look("web", former)).code).toBe("authentication_failed");
    }
    expect(server.commands[0]?.command).toBe(windowsPasswordCommand);
    expect(server.commands[0]?.input).not.toContain(odd);
    expect(server.openShells()).toBe(0);
    const found = (former: string, secret: string) =>
      change({ ...account, secret: former }, secret, { mode: "look" });
    expect((await found("first", "third secret")).result?.holds).toBe("new");
    expect((await found("third secret", "never set")).result?.holds).toBe("former");
    expect((await found("first", "never set")).result?.holds).toBe("neither");
    expect((await change({ ...account, secret: "third secret" }, "weak")).result).toMatchObject({
      ...{ holds: "former", sent: "refused" },
      problem: expect.stringContaining("does not meet the requirements") as string,
    });
  });

  it("makes accounts where that is asked for, and not otherwise", async () => {
    const account = { name: "app", username: "new one", secret: null };
    expect((await change(account, "first secret")).code).toBe("account_missing");
    const made = await change(account, "first secret", { create: true });
    expect(made.result).toMatchObject({ holds: "new", sent: "done" });
  });

  it("is not touched where the operating account cannot sign in, and has it changed by itself", async () => {
    const wrong = { ...operator, secret: "not the one" };
    const given = changeFor({ username: "web", secret: "first" }, "second");
    const refused = await runJobSpec(changeSecret, at.spec({ account: wrong, change: given }));
    expect(refused.code).toBe("authentication_failed");
    expect(at.passwords.get("web")).toBe("first");
    const own = await change({ ...operator, secret: "a pass:word@/ä" }, "its own new one");
    // Basic signs in with every question: who has just changed itself is not told how that went.
    const sent = (methods as readonly string[]).includes("Negotiate") ? "done" : "unclear";
    expect(own.result).toMatchObject({ holds: "new", sent });
  });
});

describe("over WinRM", () => {
  it("commands fit the shell of Windows, which takes 8191 characters", () => {
    expect(windowsPasswordCommand.length).toBeLessThan(8_000);
    expect(windowsAttestationCommand.length).toBeLessThan(8_000);
    expect(windowsFactsCommand.length).toBeLessThan(8_000);
  });

  it("nothing of a password is in what goes over a connection in clear", async () => {
    const { server, spec } = await machine();
    const change = changeFor({ username: "web", secret: "first" }, "a new password");
    await runJobSpec(changeSecret, spec({ change }));
    const heard = server.heard.join("\n");
    for (const said of ["a new password", "a pass:word", "Envelope", "powershell"]) {
      expect(heard).not.toContain(said);
      expect(heard).not.toContain(Buffer.from(said).toString("base64").slice(0, -4));
    }
  });

  it("Basic in clear is never sent, whatever is offered", async () => {
    for (const methods of [["Basic"], ["Kerberos", "Basic"], ["Kerberos"]] as const) {
      const { server, look } = await machine({ methods });
      const { code, text } = await look("operator", "a pass:word@/ä");
      expect(code).toBe("method_not_offered");
      expect(text).toContain(methods.map((name) => name.toLowerCase()).join(", "));
      expect(server.heard.join("\n")).not.toContain("Basic ");
    }
  });

  it("the key of a certificate nobody issued is pinned, and another one not spoken to", async () => {
    const { spec, server } = await machine({ isSecure: true });
    const pins = new Map<string, HostKey>();
    expect((await runJobSpec(ping, spec(), { pins })).code).toBeNull();
    expect([...pins.values()]).toMatchObject([{ algorithm: "x509-ec", fingerprint: /^SHA256:/ }]);
    for (const [at, key] of pins) pins.set(at, { ...key, publicKey: "AAAA", fingerprint: "SHA256:other" });
    const before = server.heard.length;
    expect((await runJobSpec(ping, spec(), { pins })).code).toBe("host_key_changed");
    expect(server.heard).toHaveLength(before);
  });

  it("an account that is known and may do nothing has a password that is proved", async () => {
    const { spec, look } = await machine({ denied: ["web"] });
    expect(await look("web", "first")).toMatchObject({
      code: "command_refused",
      text: expect.stringContaining("Access is denied") as string,
    });
    const change = changeFor({ username: "web", secret: "first" }, "second");
    expect((await runJobSpec(changeSecret, spec({ change }))).result).toMatchObject({ holds: "new" });
  });

  it("an account that is not let in has a password that the machine itself has checked", async () => {
    for (const more of [{}, { isSecure: true, methods: ["Basic"] }] as const) {
      const { spec, look, passwords } = await machine({ shutOut: ["web"], ...more });
      expect((await look("web", "first")).code).toBe("authentication_failed");
      const change = (former: string, secret: string, mode: "set" | "look" = "set") =>
        runJobSpec(
          changeSecret,
          spec({ change: changeFor({ username: "web", secret: former }, secret, { mode }) }),
        );
      expect((await change("first", odd)).result).toMatchObject({ holds: "new", sent: "done", problem: "" });
      expect(passwords.get("web")).toBe(odd);
      expect((await change(odd, "never set", "look")).result?.holds).toBe("former");
      expect((await change("first", "never set", "look")).result?.holds).toBe("neither");
      expect((await change(odd, "weak")).result).toMatchObject({ holds: "former", sent: "refused" });
    }
  });

  it("what the machine does not say of a password has shown nothing", async () => {
    for (const answer of ["unknown", "code 1327.", "code 13850.", "code 10.", ""]) {
      const { spec, server } = await machine({ shutOut: ["web"], attests: () => answer });
      const change = changeFor({ username: "web", secret: "first" }, "second");
      expect((await runJobSpec(changeSecret, spec({ change }))).result?.holds).toBe("neither");
      expect(server.commands.filter(({ command }) => command === windowsAttestationCommand)).toHaveLength(2);
    }
    const { spec } = await machine({ shutOut: ["web"], attests: () => "code 1385." });
    const change = changeFor({ username: "web", secret: "first" }, "second");
    expect((await runJobSpec(changeSecret, spec({ change }))).result?.holds).toBe("new");
  });

  it("what a command says comes in pieces, to the end", async () => {
    const { server, look } = await machine({
      passwords: new Map([
        ...people(),
        ...Array.from({ length: 1_500 }, (_, at) => [`person-${at}`, "x"] as const),
      ]),
    });
    expect((await look("operator", "a pass:word@/ä")).code).toBeNull();
    const target = { protocol: "winrm", type: "windows", port: server.port };
    const account = { ...operator, secret: "a pass:word@/ä" };
    const { result } = await runJobSpec(gatherAccounts, jobSpecFor({ target, account }));
    expect(result?.accounts).toHaveLength(1_504);
  });

  it("a job without a password is not begun", async () => {
    const { server, spec } = await machine();
    for (const [account, code] of [
      [null, "no_account"],
      [accountFor({ secret: null }), "secret_missing"],
      [accountFor({ secret: "key", secretType: "ssh_key" }), "not_supported"],
    ] as const) {
      expect((await runJobSpec(ping, { ...spec(), account })).code).toBe(code);
    }
    expect(server.heard).toEqual([]);
  });
});
