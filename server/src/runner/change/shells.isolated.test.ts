import { generateKeyPairSync } from "node:crypto";
import type { AddressInfo } from "node:net";
import ssh2 from "ssh2";
import { afterEach, describe, expect, it } from "vitest";
import { windowsAccountsCommand } from "../facts/windows-accounts.ts";
import { changeSecret } from "../methods/change-secret.ts";
import { gatherAccounts } from "../methods/gather-accounts.ts";
import { changeFor, jobSpecFor, runJobSpec } from "../testing/job-specs.ts";
import { windowsAnswer } from "../testing/windows-commands.ts";
import { windowsPasswordCommand } from "./windows.ts";

/*
 * Machines that cannot be had here: SSH servers whose shells answer as theirs do.
 */

const hostKey = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "pkcs1", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
}).privateKey;

/** An SSH server with accounts, a shell and commands. */
interface Machine {
  readonly passwords: Map<string, string>;
  /** Every line typed into shells. */
  readonly typed: string[];
  /** Every command started, and what it read. */
  readonly commands: string[];
  readonly inputs: string[];
  readonly port: number;
}

const open: ssh2.Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

function machine(
  onLine: (line: string, passwords: Map<string, string>) => string,
  onInput: (input: string, passwords: Map<string, string>, command: string) => string,
): Promise<Machine> {
  const passwords = new Map([
    ["operator", "secret"],
    ["web", "first"],
  ]);
  const [typed, commands, inputs]: [string[], string[], string[]] = [[], [], []];
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    client.on("error", () => undefined);
    client.on("authentication", (context) => {
      const isRight = context.method === "password" && passwords.get(context.username) === context.password;
      if (isRight) context.accept();
      else context.reject(["password"]);
    });
    client.on("session", (accept) => {
      const session = accept();
      session.on("pty", (acceptPty) => acceptPty?.());
      session.on("shell", (acceptShell) => {
        const channel = acceptShell();
        channel.write("\r\nswitch-1# ");
        let line = "";
        channel.on("data", (data: Buffer) => {
          line += data.toString();
          if (!line.endsWith("\r")) return;
          const said = line.slice(0, -1);
          line = "";
          typed.push(said);
          channel.write(`${said}\r\n${onLine(said, passwords)}`);
        });
      });
      session.on("exec", (acceptExec, _reject, { command }) => {
        const channel = acceptExec();
        commands.push(command);
        let input = "";
        const answer = () => {
          inputs.push(input);
          channel.write(onInput(input, passwords, command));
          channel.exit(0);
          channel.end();
        };
        channel.on("data", (data: Buffer) => {
          input += data.toString();
          if (input.endsWith("\n")) answer();
        });
        // Those that read nothing.
        if (command === "whoami" || command === windowsAccountsCommand) answer();
      });
    });
  });
  open.push(server);
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({ passwords, typed, commands, inputs, port: (server.address() as AddressInfo).port }),
    ),
  );
}

const account = { id: "33333333-3333-4333-8333-333333333333", name: "web", username: "web", secret: "first" };

describe("a network device", () => {
  const commands = ["configure terminal", "username {username} secret {password}", "end", "write"];
  const change = (port: number, secret: string, params: object = { commands }) =>
    runJobSpec(
      changeSecret,
      jobSpecFor({
        mechanism: "change_secret_by_ssh",
        params: params as { commands: string[] },
        settings: { first_connect_delay: 0.1 },
        target: { port, category: "device", type: "switch", protocols: [{ name: "ssh", port }] },
        change: changeFor(account, secret),
      }),
    );
  const cisco = () =>
    machine(
      (line, passwords) => {
        const [, username, secret] = /^username (\S+) secret (\S+)$/.exec(line) ?? [];
        if (username !== undefined && secret !== undefined) {
          if (secret.length < 8) return "% Invalid input: password too short\r\nswitch-1(config)# ";
          passwords.set(username, secret);
        }
        return line === "write" ? "Overwrite? [confirm]:" : "switch-1(config)# ";
      },
      () => "",
    );

  it("is typed its commands, one at each prompt, and the new password proved", async () => {
    const { port, typed, passwords } = await cisco();
    const outcome = await change(port, "Another-one-{username}");
    expect(outcome).toMatchObject({ code: null, text: "", result: { holds: "new", sent: "done" } });
    expect(passwords.get("web")).toBe("Another-one-{username}");
    expect(typed).toEqual([
      "configure terminal",
      "username web secret Another-one-{username}",
      "end",
      "write",
    ]);
  });

  it("that complains has refused, and what it shows is not the password", async () => {
    const { port } = await cisco();
    const outcome = await change(port, "Short-1");
    expect(outcome.result).toMatchObject({ holds: "former", sent: "refused" });
    expect(outcome.result?.problem).toContain("Invalid input");
    expect(outcome.result?.problem).not.toContain("Short-1");
  });

  it("is not touched without commands, or for a password that is a question to it", async () => {
    const { port, typed } = await cisco();
    expect((await change(port, "Another-one", { commands: [""] })).code).toBe("not_supported");
    expect((await change(port, "Another?one")).code).toBe("password_invalid");
    expect(typed).toEqual([]);
  });
});

describe("a Windows machine", () => {
  const windows = () =>
    machine(
      () => "",
      (input, passwords, command) => windowsAnswer({ command, input, username: "web" }, passwords) ?? "",
    );
  const change = (port: number, secret: string, more: object = {}) =>
    runJobSpec(
      changeSecret,
      jobSpecFor({
        mechanism: "change_secret_local_windows",
        target: { port, type: "windows", protocols: [{ name: "ssh", port }] },
        change: changeFor({ ...account, ...more }, secret),
      }),
    );

  it("gets the password over the input of a command that is always the same", async () => {
    const { port, commands, inputs } = await windows();
    expect(await change(port, "Another $one 'here'")).toMatchObject({
      code: null,
      result: { holds: "new", sent: "done" },
    });
    expect(commands[0]).toBe(windowsPasswordCommand);
    expect(inputs[0]).not.toContain("Another");
    const script = Buffer.from(windowsPasswordCommand.split(" ").at(-1) ?? "", "base64").toString("utf16le");
    expect(script).toContain("Set-LocalUser");
  });

  it("tells its enabled accounts, and what is no such answer is none", async () => {
    const gather = async (answer: string) => {
      const { port, commands } = await machine(
        () => "",
        () => answer,
      );
      const target = { port, type: "windows", protocols: [{ name: "ssh", port }] };
      const account = { username: "web", secret: "first" };
      const outcome = await runJobSpec(
        gatherAccounts,
        jobSpecFor({ method: "gather_accounts", target, account }),
      );
      return { ...outcome, commands };
    };
    const found = await gather(
      '[{"name":"web","last":"2026-11-28T15:04:05Z"},{"name":"井上","last":""},{"name":"a\\nb","last":""},{"name":7}]\r\n',
    );
    expect(found.commands).toEqual([windowsAccountsCommand]);
    expect(found.result?.accounts).toEqual([
      { username: "web", date: "2026-11-28T15:04:05Z", address: "" },
      { username: "井上", date: "", address: "" },
    ]);
    for (const nonsense of ["", "[]", "is not recognized as an internal command", '{"name":"web"}']) {
      expect((await gather(nonsense)).code, nonsense).toBe("command_failed");
    }
  });

  it("says which account it does not have, and what it does not take", async () => {
    const { port } = await windows();
    expect((await change(port, "Another one", { username: "nobody" })).code).toBe("account_missing");
    expect((await change(port, "weak")).result).toMatchObject({ holds: "former", sent: "refused" });
    expect((await change(port, "Another one", { secretType: "ssh_key" })).code).toBe("not_supported");
  });
});
