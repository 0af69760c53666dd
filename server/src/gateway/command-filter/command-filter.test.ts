import { describe, expect, test } from "vitest";
import { BadRequest } from "../../engine/errors.ts";
import { literal, translate } from "../../engine/i18n/index.ts";
import type { CommandAction, CommandRule } from "../../transport/command-rules/index.ts";
import { TargetFailure } from "../../transport/targets/index.ts";
import type { CommandAlert, SessionCommandEntry } from "../ports.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { commandsStages } from "../stages/commands.ts";
import { MemoryReviews } from "../testing/memory-reviews.ts";
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
  const reviews = new MemoryReviews();
  let over: () => void = () => undefined;
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
        review: (_session, asked) => reviews.open(asked.command),
      },
      mayGoOn: async () => true,
      principal: { language: "en" } as never,
      grant: {} as never,
    }),
    sessions: { storeCommands: async (_id, commands) => void stored.push(...commands) },
  });
  const session: SessionControls = {
    id: "s",
    typist: "",
    ended: new Promise<void>((resolve) => {
      over = resolve;
    }),
    hold: () => undefined,
    print: (message) => void printed.push(translate(message, "en")),
    sendPast: () => true,
    showPast: () => undefined,
    noteOutput: () => undefined,
    dropsInput: () => false,
    takesInput: async () => undefined,
    inputTaken: () => undefined,
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
  return { start, send, close, endInput, over, stored, printed, passed, alerts, ended, reviews };
}

describe("a session that is one command", () => {
  test("is refused before the target is reached, recorded and told of", async () => {
    const program = await programOf("true; za''p x", () => [ruleOf("reject")]);
    await expect(program.start()).rejects.toMatchObject({ code: "command_refused" });
    await program.close();
    expect(program.stored).toMatchObject([{ input: "true; za''p x", riskLevel: 5, source: "exact" }]);
    expect(program.alerts).toMatchObject([{ riskLevel: 5, rule: { id: "reject" } }]);
  });

  test("waits before the target is reached for people who decide (C14)", async () => {
    const approved = await programOf("zap x", () => [ruleOf("review")]);
    const starting = approved.start();
    await approved.reviews.question(0);
    expect(approved.printed).toEqual([expect.stringContaining("`zap x` is held until Tom(tom) approves it")]);
    await approved.reviews.decide(0, "approved");
    await starting;
    await approved.close();
    for (const state of ["rejected", "closed"] as const) {
      const program = await programOf("zap x", () => [ruleOf("review")]);
      const refused = expect(program.start()).rejects.toMatchObject({ code: "command_refused" });
      await program.reviews.decide(0, state);
      await refused;
      await program.close();
      expect(program.stored).toMatchObject([{ input: "zap x", riskLevel: 6, source: "exact" }]);
      expect(program.alerts).toMatchObject([{ riskLevel: 6 }]);
    }
  });

  test("does not run where nobody can be asked, or the person has gone (C15)", async () => {
    const program = await programOf("zap x", () => [ruleOf("review")]);
    program.reviews.failure = new BadRequest("ticket_no_approver", literal("Nobody is there."));
    const failure = await program.start().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TargetFailure);
    expect(translate((failure as TargetFailure).detail, "en")).toBe(
      "Command `zap x` needs approval, but no one could be asked: Nobody is there.",
    );
    await program.close();
    expect(program.stored).toMatchObject([{ riskLevel: 6 }]);
    const left = await programOf("zap x", () => [ruleOf("review")]);
    const refused = expect(left.start()).rejects.toMatchObject({ code: "command_refused" });
    await left.reviews.question(0);
    left.over();
    await refused;
    await left.close();
    expect(left.stored).toMatchObject([{ riskLevel: 8 }]);
    // The question goes with the session.
    expect(left.reviews.asked).toMatchObject([{ state: "open" }]);
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

  test("holds lines for people, and what is behind them in order", async () => {
    const shell = await programOf(null, () => [ruleOf("review")]);
    await shell.start();
    shell.send("echo a\n");
    shell.send("zap 1\necho b\n");
    shell.send("echo c\nzap");
    shell.send(" 2\necho d");
    shell.endInput();
    expect(shell.passed).toEqual(["echo a\n"]);
    await shell.reviews.decide(0, "approved");
    const second = await shell.reviews.question(1);
    expect(second.command).toBe("echo c\nzap 2");
    expect(shell.passed).toEqual(["echo a\n", "zap 1\necho b\n"]);
    await shell.reviews.decide(1, "rejected");
    await expect.poll(() => shell.ended).toEqual(["command_refused"]);
    await shell.close();
    expect(shell.passed).toHaveLength(2);
    expect(shell.stored.map(({ input, riskLevel }) => [input, riskLevel])).toEqual([
      ["zap 1\necho b", 7],
      ["echo c\nzap 2", 6],
    ]);
  });

  test("gets the rest of its input once it is approved, and nothing of what was held when it ends", async () => {
    const shell = await programOf(null, () => [ruleOf("review")]);
    await shell.start();
    shell.send("zap 1\necho b");
    shell.endInput();
    await shell.reviews.decide(0, "approved");
    await expect.poll(() => shell.passed).toEqual(["zap 1\n", "echo b"]);
    const left = await programOf(null, () => [ruleOf("review")]);
    await left.start();
    left.send("zap 2\n");
    await left.reviews.question(0);
    await Promise.all([shell.close(), left.close()]);
    await left.reviews.decide(0, "approved");
    expect(left.passed).toEqual([]);
    expect(left.stored).toMatchObject([{ input: "zap 2", riskLevel: 8 }]);
  });

  test("is not touched without rules", async () => {
    const shell = await programOf(null, () => []);
    await shell.start();
    shell.send("za");
    expect(shell.passed).toEqual(["za"]);
    await shell.close();
  });
});
