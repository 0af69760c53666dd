import { afterEach, describe, expect, test } from "vitest";
import type { CommandRule } from "../../transport/command-rules/index.ts";
import type { CommandAlert, SessionCommandEntry } from "../ports.ts";
import { Session } from "../session.ts";
import type { TargetEvents } from "../session-parts.ts";
import { commandsStages } from "../stages/commands.ts";
import { ControlStage } from "../stages/control.ts";
import { LimitsStage } from "../stages/limits.ts";
import { MemoryReviews, reviewRule } from "../testing/memory-reviews.ts";
import { SessionRules } from "./session-rules.ts";

const rule = reviewRule("zap");

const interrupt = "\u0003";

/** A shell that edits lines, and keeps what it was given to run. */
class Shell {
  readonly ran: string[] = [];
  #line = "";
  #inPaste = false;
  #events: TargetEvents | null = null;

  readonly adapter = {
    connect: async (_size: unknown, events: TargetEvents) => {
      this.#events = events;
      this.show("\u001b[?2004h$ ");
    },
    write: (data: Buffer) => {
      // A target answers later.
      setImmediate(() => this.#take(data.toString()));
      return true;
    },
    resize: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    close: () => undefined,
  };

  show(text: string): void {
    this.#events?.output(Buffer.from(text));
  }

  #take(keys: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control characters
    for (const key of keys.match(/\u001b\[20[01]~|[\s\S]/gu) ?? []) {
      if (key.startsWith("\u001b[20")) this.#inPaste = key.endsWith("0~");
      else if (key === "\r" && !this.#inPaste) {
        this.show("\u001b[?2004l\r\n");
        if (this.#line.trim() !== "") this.ran.push(this.#line);
        this.#line = "";
        this.show("\u001b[?2004h$ ");
      } else if (key === interrupt) {
        this.#line = "";
        this.show("^C\u001b[?2004l\r\n\u001b[?2004h$ ");
      } else {
        const typed = key === "\r" ? "\n" : key;
        this.#line += typed;
        this.show(typed === "\n" ? "\r\n> " : typed);
      }
    }
  }
}

/** Guards that look every 20 milliseconds, and find everything granted. */
const guardedBy = (limits: { readonly idleMinutes: number; readonly maximumHours: number }) =>
  new LimitsStage({
    ports: {
      limits: async () => ({ ...limits, endWithPermission: false }),
      onPermissionsChanged: () => () => undefined,
      permittedTime: async () => null,
      stillValid: async () => true,
    },
    grant: { permissionExpires: new Date("2100-01-01") } as never,
    principal: { language: "en" } as never,
    interval: 20,
  });

const open: Session[] = [];

/** Somebody at a terminal on that shell. */
async function terminal(
  rules: () => readonly CommandRule[] = () => [rule],
  limits?: { readonly idleMinutes: number; readonly maximumHours: number },
) {
  const shell = new Shell();
  const reviews = new MemoryReviews();
  const stored: SessionCommandEntry[] = [];
  const alerts: CommandAlert[] = [];
  const state = { shown: "", mayGoOn: true };
  let changed: () => void = () => undefined;
  const stages = commandsStages({
    size: { cols: 120, rows: 40 },
    encoding: "utf-8",
    command: null,
    hasTerminal: true,
    rules: new SessionRules({
      port: {
        load: async () => rules(),
        onChanged: (handler) => {
          changed = handler;
          return () => undefined;
        },
        alert: async (_id, alert) => void alerts.push(alert),
        review: (_id, { command }) => reviews.open(command),
      },
      principal: { language: "en" } as never,
      grant: {} as never,
      mayGoOn: async () => state.mayGoOn,
    }),
    sessions: { storeCommands: async (_id, commands) => void stored.push(...commands) },
  });
  const client = {
    output: (data: Buffer) => {
      state.shown += data.toString();
    },
    inputDrained: () => undefined,
    paused: () => undefined,
    resumed: () => undefined,
  };
  const control = new ControlStage([client]);
  const guards = limits === undefined ? [] : [guardedBy(limits)];
  const session = new Session({
    id: "s",
    language: "en",
    size: { cols: 120, rows: 40 },
    client,
    target: shell.adapter,
    stages: [control, ...guards, ...stages],
    charset: null,
  });
  open.push(session);
  await session.start();
  const type = (keys: string) => void session.input(Buffer.from(keys));
  const see = (text: string) => expect.poll(() => state.shown).toContain(text);
  const levels = () => stored.map(({ input, riskLevel }) => [input, riskLevel]);
  const lock = () => control.applyControl({ action: "lock", by: "Ada", reason: "" });
  const unlock = () => control.applyControl({ action: "unlock", by: "Ada", reason: "" });
  return {
    shell,
    reviews,
    levels,
    alerts,
    state,
    session,
    type,
    see,
    lock,
    unlock,
    changed: () => changed(),
  };
}

afterEach(async () => {
  for (const session of open.splice(0)) await session.close();
});

describe("a line that people decide about", () => {
  test("is held, and runs once when it is approved, before what was typed behind it (C14)", async () => {
    const { shell, reviews, see, session, state, type, levels } = await terminal();
    type("zap 1\recho behind\r");
    await see("`zap 1` is held until Tom(tom) approves it. Press Ctrl-C");
    expect(shell.ran).toEqual([]);
    // The target shows what it likes meanwhile, and what is typed waits.
    shell.show("\r\nfrom a job\r\n");
    type("echo later\r");
    await see("from a job");
    expect([shell.ran, state.shown.includes("later")]).toEqual([[], false]);
    await reviews.decide(0, "approved");
    await expect.poll(() => shell.ran).toEqual(["zap 1", "echo behind", "echo later"]);
    await session.close();
    expect(levels()).toEqual([
      ["zap 1", 7],
      ["echo behind", 0],
      ["echo later", 0],
    ]);
    expect(reviews.asked).toHaveLength(1);
  });

  test("is cleared where it is rejected or the question is closed, with what was typed behind it", async () => {
    for (const state of ["rejected", "closed"] as const) {
      const { shell, reviews, see, session, type, levels, alerts } = await terminal();
      type("zap 1\recho behind\r");
      await reviews.decide(0, state);
      await see(state === "rejected" ? "Tom(tom) rejected `zap 1`" : "was closed without approval");
      await see("^C");
      type("echo after\r");
      await expect.poll(() => shell.ran).toEqual(["echo after"]);
      await session.close();
      expect(levels()).toEqual([
        ["zap 1", 6],
        ["echo after", 0],
      ]);
      expect(alerts).toMatchObject([{ command: "zap 1", riskLevel: 6 }]);
    }
  });

  test("is given up by Ctrl-C, also one that was typed ahead (C15)", async () => {
    const { shell, reviews, see, session, type, levels } = await terminal();
    type("zap 1\r");
    await see("is held until");
    type(interrupt);
    await see("You canceled `zap 1`");
    await see("^C");
    expect(reviews.asked).toMatchObject([{ state: "canceled" }]);
    await reviews.decide(0, "approved");
    type(`zap 2\recho behind\r${interrupt}`);
    await see("You canceled `zap 2`");
    type("echo after\r");
    await expect.poll(() => shell.ran).toEqual(["echo after"]);
    await session.close();
    expect(levels()).toEqual([
      ["zap 1", 8],
      ["zap 2", 8],
      ["echo after", 0],
    ]);
  });

  test("is not sent once the session has ended, whatever is decided then", async () => {
    const { shell, reviews, see, session, type, levels } = await terminal();
    type("zap 1\r");
    await see("is held until");
    session.end("client_closed");
    await session.close();
    await reviews.decide(0, "approved");
    await new Promise((resolve) => setImmediate(resolve));
    expect([shell.ran, levels()]).toEqual([[], [["zap 1", 8]]]);
  });

  test("is not sent where what the session rests on was withdrawn, or a rule refuses it by then", async () => {
    let now = rule;
    const { shell, reviews, see, state, type, changed } = await terminal(() => [now]);
    type("zap 1\r");
    await see("is held until");
    state.mayGoOn = false;
    await reviews.decide(0, "approved");
    await see("was revoked");
    await see("^C");
    state.mayGoOn = true;
    type("zap 2\r");
    await reviews.question(1);
    now = { ...rule, action: "reject" };
    changed();
    // Read again once changes have settled.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await reviews.decide(1, "approved");
    await see("Command `zap 2` is forbidden");
    expect(shell.ran).toEqual([]);
  });

  test("is asked about as a whole where it was pasted, and once", async () => {
    const { shell, reviews, see, state, type } = await terminal();
    await see("$ ");
    // What is shown is looked at behind it.
    await new Promise((resolve) => setTimeout(resolve, 20));
    type("\u001b[200~echo a\rzap 1\u001b[201~");
    await see("is held until");
    expect(state.shown).not.toContain("echo a\r\n");
    expect((await reviews.question(0)).command).toBe("echo a\nzap 1");
    await reviews.decide(0, "approved");
    await see("zap 1");
    type("\r");
    await expect.poll(() => shell.ran).toEqual(["echo a\nzap 1"]);
    await expect.poll(() => state.shown.endsWith("\u001b[?2004h$ ")).toBe(true);
    // What becomes another line is asked about again.
    type("\u001b[200~echo a\rzap 2\u001b[201~");
    await reviews.decide(1, "approved");
    type(" more\r");
    expect((await reviews.question(2)).command).toContain("zap 2 more");
    await reviews.decide(2, "rejected");
    await see("rejected `echo a");
    expect(shell.ran).toHaveLength(1);
  });

  test("waits for the unlocking of a session that was locked meanwhile, and then runs once", async () => {
    const { shell, reviews, see, session, state, type, levels, lock, unlock } = await terminal();
    type("zap 1\recho behind\r");
    await see("is held until");
    lock();
    type("echo dropped\r");
    await reviews.decide(0, "approved");
    // What the target shows comes behind the decision.
    shell.show("\r\nfrom a job\r\n");
    await see("from a job");
    expect([shell.ran, state.shown.includes("approved")]).toEqual([[], false]);
    unlock();
    await expect.poll(() => shell.ran).toEqual(["zap 1", "echo behind"]);
    expect(state.shown).toContain("Tom(tom) approved `zap 1`");
    await session.close();
    expect(levels()).toEqual([
      ["zap 1", 7],
      ["echo behind", 0],
    ]);
  });

  test("is not run where it is unlocked and what the session rests on was withdrawn, or it ended locked", async () => {
    const { shell, reviews, see, session, state, type, levels, lock, unlock } = await terminal();
    type("zap 1\r");
    await see("is held until");
    lock();
    await reviews.decide(0, "approved");
    state.mayGoOn = false;
    unlock();
    await see("was revoked");
    await see("^C");
    type("zap 2\r");
    await reviews.question(1);
    lock();
    await reviews.decide(1, "approved");
    session.end("terminated");
    await session.close();
    expect(shell.ran).toEqual([]);
    expect(levels()).toEqual([
      ["zap 1", 6],
      ["zap 2", 8],
    ]);
  });

  test("is cleared once the session is unlocked where it was rejected while that was locked", async () => {
    const { shell, reviews, see, type, lock, unlock } = await terminal();
    type("zap 1\r");
    await see("is held until");
    lock();
    await reviews.decide(0, "rejected");
    unlock();
    await see("Tom(tom) rejected `zap 1`");
    await see("^C");
    type("echo after\r");
    await expect.poll(() => shell.ran).toEqual(["echo after"]);
  });

  test.each([
    ["is idle", { idleMinutes: 0.02, maximumHours: 1 }, "idle"],
    ["has lasted its longest time", { idleMinutes: 60, maximumHours: 0.0005 }, "maximum_time"],
  ] as const)("is given up with a session that %s", async (_name, limits, reason) => {
    const { shell, reviews, session, type, levels } = await terminal(undefined, limits);
    type("zap 1\r");
    await reviews.question(0);
    expect(await session.ended).toBe(reason);
    await session.close();
    await reviews.decide(0, "approved");
    expect([shell.ran, levels()]).toEqual([[], [["zap 1", 8]]]);
  });

  test("is not sent where nobody can be asked", async () => {
    const { shell, reviews, see, type, session, levels } = await terminal();
    reviews.failure = new Error("the database is away");
    type("zap 1\r");
    await see("no one could be asked");
    await see("^C");
    await session.close();
    expect([shell.ran, levels()]).toEqual([[], [["zap 1", 6]]]);
  });
});
