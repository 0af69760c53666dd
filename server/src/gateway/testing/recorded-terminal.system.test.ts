import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extractFrom, readSession, score } from "./command-corpus.ts";
import { RecordedTerminal } from "./recorded-terminal.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "recorded-terminal-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const shells = [
  ["sh", ["/bin/sh", "-i"]],
  ["bash", ["/bin/bash", "--norc", "--noprofile", "-i"]],
] as const;

describe.each(shells)("a live session of %s", (shell, command) => {
  test("is read as it was typed, with a job that prints in the middle of a line", async () => {
    const size = { cols: 60, rows: 15 };
    const env = { PS1: "live$ ", TERM: "xterm-256color" };
    const terminal = new RecordedTerminal({ name: "live", shell, size, command: [...command], folder, env });
    const prompt = /live\$ $/;
    try {
      await terminal.see(prompt);
      await terminal.run("echo first", /first\nlive\$ $/);
      await terminal.run("", prompt, null);
      const bell = path.join(folder, `${shell}.bell`);
      await terminal.run(`(until [ -e ${shell}.bell ]; do sleep 0.05; done; echo noise) &`, prompt);
      await terminal.type([..."echo ha"]);
      await writeFile(bell, "");
      await terminal.see(/noise\n$/);
      await terminal.type([..."lf"]);
      terminal.ran("echo half");
      terminal.send("\r");
      await terminal.see(/half\n[\s\S]*live\$ $/);
      await terminal.run("PS1='then: '", /then: $/);
      await terminal.run("echo second", /second\n[\s\S]*then: $/);
      await terminal.run("echo third", /third\n[\s\S]*then: $/);
      const file = path.join(folder, `${shell}.jsonl`);
      await terminal.write(file);
      const session = await readSession(file);
      expect(session).toEqual(terminal.session);
      expect(score(session, extractFrom(session))).toMatchObject({ missed: [], invented: [], run: 6 });
    } finally {
      terminal.close();
    }
  });
});
