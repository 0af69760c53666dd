import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { spawn } from "@lydell/node-pty";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evasionCorpus } from "../gateway/testing/evasion-corpus.ts";
import type { CorpusShell, EvasionForm } from "../gateway/testing/evasion-form.ts";
import { makeTrialFolder, type TrialChannel, tryForms } from "../gateway/testing/evasion-run.ts";
import { gatewayMissing, plainClient, type SshGateway, startSshGateway } from "./ssh-gateway.ts";

const shells: readonly CorpusShell[] = ["bash", "zsh", "dash"];

/** Each form is tried in one of the shells that have it, by turns: in the browser's terminal all are tried in all. */
const formsOf = (shell: CorpusShell): EvasionForm[] =>
  evasionCorpus.filter(({ shells: own = shells }, at) => own[at % own.length] === shell);

describe.skipIf(gatewayMissing())("ways around a rule about commands, typed into OpenSSH's client", () => {
  let gateway: SshGateway;
  let folder: string;
  let channel: TrialChannel;

  beforeAll(async () => {
    folder = await makeTrialFolder();
    gateway = await startSshGateway();
    const { administrator } = gateway.product;
    const group = await administrator.call("POST", "acls/command-groups/", { name: "Zap", content: "zap" });
    const made = await administrator.call("POST", "acls/command-filter-acls/", {
      name: "No zap",
      action: "reject",
      users: { type: "all" },
      assets: { type: "all" },
      accounts: ["@ALL"],
      command_groups: [group.body.id],
    });
    channel = {
      open: async () => openClient(gateway),
      forbid: async (isForbidden) => {
        const path = `acls/command-filter-acls/${made.body.id}/`;
        const { status } = await administrator.call("PATCH", path, { is_active: isForbidden });
        if (status !== 200) throw new Error(`the rule was not changed: ${status}`);
      },
    };
  });
  afterAll(async () => {
    await gateway?.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const shell of shells) {
    test.skipIf(!existsSync(`/usr/bin/${shell}`))(
      `none that is claimed readable works in ${shell}`,
      async () => {
        const forms = formsOf(shell);
        const { passed, tried, unseen, unclaimed } = await tryForms(channel, { folder, shell, forms });
        expect(passed).toEqual([]);
        expect(unseen).toEqual([]);
        expect(tried).toBe(forms.length);
        expect(tried - unclaimed).toBeGreaterThan(20);
      },
      180_000,
    );
  }
});

/** OpenSSH's client in a terminal of its own, signed in and connected to the machine. */
function openClient({ direct, port, user }: SshGateway) {
  const pieces: Buffer[] = [];
  let received = 0;
  const args = [
    "-e",
    "ssh",
    ...plainClient,
    "-o",
    "LogLevel=ERROR",
    "-p",
    String(port),
    `${direct}@127.0.0.1`,
  ];
  const pty = spawn("sshpass", args, {
    name: "xterm-256color",
    cols: 120,
    rows: 40,
    env: { PATH: process.env.PATH ?? "", HOME: "/nonexistent", LANG: "C.UTF-8", SSHPASS: user.password },
  });
  pty.onData((data) => {
    const piece = Buffer.from(data);
    pieces.push(piece);
    received += piece.length;
  });
  const ended = new Promise<void>((resolve) => {
    pty.onExit(() => resolve());
  });
  return {
    get transcript() {
      return Buffer.concat(pieces);
    },
    get received() {
      return received;
    },
    type: (keys: string) => pty.write(keys),
    close: async () => {
      pty.kill("SIGKILL");
      await ended;
    },
  };
}
