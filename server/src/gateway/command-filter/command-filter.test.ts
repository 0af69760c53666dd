import { describe, expect, test } from "vitest";
import type { CommandAction, CommandRule } from "../../transport/command-rules/index.ts";
import type { CommandAlert, SessionCommandEntry } from "../ports.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { commandsStages } from "../stages/commands.ts";
import { SessionRules } from "./session-rules.ts";

const ruleOf = (action: CommandAction, content = "zap"): CommandRule => ({
  id: action,
  name: action,
  priority: 50,
  action,
  reviewers: [],
  onlyReadable: false,
  groups: [{ id: content, name: content, type: "command", content, ignoreCase: true }],
});

/** A session without a terminal, by what it is asked to run; null: a shell. */
async function programOf(command: string | null, rules: () => readonly CommandRule[]) {
  const stored: SessionCommandEntry[] = [];
  const printed: string[] = [];
  const passed: string[] = [];
  const alerts: CommandAlert[] = [];
  const ended: string[] = [];
  const stages = commandsStages({
    size: { cols: 80, rows: 24 },
    encoding: "utf-8",
    command,
    hasTerminal: false,
    rules: new SessionRules({
      port: {
        load: async () => rules(),
        onChanged: () => () => undefined,
        alert: async (_session, alert) => void alerts.push(alert),
      },
      principal: {} as never,
      grant: {} as never,
    }),
    sessions: { storeCommands: async (_id, commands) => void stored.push(...commands) },
  });
  const session: SessionControls = {
    id: "s",
    hold: () => undefined,
    print: ({ en }) => void printed.push(en),
    passOn: (_stage, data) => void passed.push(data.toString()),
    end: (reason) => void ended.push(reason),
  };
  const start = async () => {
    for (const stage of stages) await stage.start?.(session);
  };
  const send = (text: string) => {
    const left = stages.reduce<Buffer | null>(
      (data, stage: Stage) => (data === null || stage.input === undefined ? data : stage.input(data)),
      Buffer.from(text),
    );
    if (left !== null) passed.push(left.toString());
  };
  const close = async () => void (await Promise.all(stages.map((stage) => stage.close?.())));
  const endInput = () => {
    for (const stage of stages) stage.inputEnds?.();
  };
  return { start, send, close, endInput, stored, printed, passed, alerts, ended };
}

describe("a session that is one command", () => {
  test("is refused before the target is reached, recorded and told of", async () => {
    for (const action of ["reject", "review"] as const) {
      const program = await programOf("true; za''p x", () => [ruleOf(action)]);
      await expect(program.start()).rejects.toMatchObject({ code: "command_refused" });
      await program.close();
      expect(program.stored).toMatchObject([{ input: "true; za''p x", riskLevel: 5, source: "exact" }]);
      expect(program.alerts).toMatchObject([{ riskLevel: 5, rule: { id: action } }]);
    }
  });

  test("runs where a rule accepts or watches it", async () => {
    for (const [action, riskLevel] of [
      ["accept", 0],
      ["warning", 4],
    ] as const) {
      const program = await programOf("zap x", () => [ruleOf(action)]);
      await program.start();
      expect(program.printed).toHaveLength(riskLevel === 0 ? 0 : 1);
      expect(program.alerts.map((alert) => alert.riskLevel)).toEqual(riskLevel === 0 ? [] : [4]);
      await program.close();
    }
  });

  test("does not run where its rules cannot be read", async () => {
    const program = await programOf("ls", () => {
      throw new Error("the database is away");
    });
    await expect(program.start()).rejects.toThrow("away");
    await program.close();
  });

  test("is given its data as it is, unless it is a shell", async () => {
    const data = await programOf("cat > x", () => [ruleOf("reject")]);
    await data.start();
    data.send("zap x\n");
    expect(data.passed).toEqual(["zap x\n"]);
    const shell = await programOf("sudo -n bash -s", () => [ruleOf("reject")]);
    await shell.start();
    shell.send("zap x\n");
    expect([shell.passed, shell.ended]).toEqual([[], ["command_refused"]]);
    await Promise.all([data.close(), shell.close()]);
  });
});

describe("a shell without a terminal", () => {
  test("gets whole lines, each decided before any of it is passed on", async () => {
    const shell = await programOf(null, () => [ruleOf("reject")]);
    await shell.start();
    shell.send("ec");
    expect(shell.passed).toEqual([]);
    shell.send("ho a\nech");
    expect(shell.passed).toEqual(["echo a\n"]);
    shell.send("o b\nza''p x\necho c\n");
    expect([shell.passed, shell.ended]).toEqual([["echo a\n"], ["command_refused"]]);
    await shell.close();
    expect(shell.stored).toMatchObject([{ riskLevel: 5, source: "exact" }]);
  });

  test("gets no line in pieces: continued ones, and the last one without its end", async () => {
    const shell = await programOf(null, () => [ruleOf("reject")]);
    await shell.start();
    shell.send("za\\\n");
    shell.send("p x\n");
    expect([shell.passed, shell.ended]).toEqual([["za\\\n"], ["command_refused"]]);
    const other = await programOf(null, () => [ruleOf("reject")]);
    await other.start();
    other.send("echo a");
    other.endInput();
    expect(other.passed).toEqual(["echo a"]);
    other.send("zap");
    other.endInput();
    expect([other.passed, other.ended]).toEqual([["echo a"], ["command_refused"]]);
    await Promise.all([shell.close(), other.close()]);
  });

  test("is not touched without rules", async () => {
    const shell = await programOf(null, () => []);
    await shell.start();
    shell.send("za");
    expect(shell.passed).toEqual(["za"]);
    await shell.close();
  });
});
