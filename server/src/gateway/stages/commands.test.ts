import { describe, expect, test } from "vitest";
import { SessionRules } from "../command-filter/session-rules.ts";
import type { SessionCommandEntry } from "../ports.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { commandsStages } from "./commands.ts";

/** Nobody has made a rule: the ports are asked for nothing else. */
const noRules = new SessionRules({
  port: {
    load: async () => [],
    onChanged: () => () => undefined,
    alert: async () => undefined,
    review: async () => {
      throw new Error("nobody asks for one");
    },
  },
  mayGoOn: async () => true,
  principal: {} as never,
  grant: {} as never,
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A session around the stage: what it stored, who holds it. */
function stageOf(command: string | null, encoding = "utf-8", hasTerminal = command === null) {
  const stored: SessionCommandEntry[] = [];
  const holders = new Map<string, boolean>();
  const behaviour = { isAway: false };
  const stages = commandsStages({
    size: { cols: 80, rows: 24 },
    encoding,
    command,
    hasTerminal,
    rules: noRules,
    sessions: {
      storeCommands: async (_id, commands) => {
        if (behaviour.isAway) throw new Error("the database is away");
        stored.push(...commands);
      },
    },
  });
  const session: SessionControls = {
    id: "s",
    typist: "",
    ended: new Promise(() => undefined),
    hold: (name, hold) => void holders.set(name, hold),
    print: () => undefined,
    sendPast: () => true,
    showPast: () => undefined,
    noteOutput: () => undefined,
    dropsInput: () => false,
    takesInput: async () => undefined,
    inputTaken: () => undefined,
    passOn: () => undefined,
    end: () => undefined,
  };
  for (const one of stages) void one.start?.(session);
  const stage: Stage = {
    input: (data) =>
      stages.reduce<Buffer | null>(
        (passing, one) => (passing === null ? null : (one.input?.(passing) ?? passing)),
        data,
      ),
    output: (data) => {
      for (const one of stages) one.output?.(data, false);
    },
    connected: () => {
      for (const one of stages) one.connected?.();
    },
    close: async () => void (await Promise.all(stages.map((one) => one.close?.()))),
  };
  const show = (text: string | Buffer) => stage.output?.(Buffer.from(text as string), false);
  const run = (text: string) => {
    show("$ ");
    stage.input?.(Buffer.from(`${text}\r`));
    show(`${text}\r\n`);
  };
  return { stage, stored, holders, behaviour, show, run };
}

const inputsOf = (stored: readonly SessionCommandEntry[]) => stored.map(({ input }) => input);

describe("commands typed into a session", () => {
  test("pass on what is typed at once, and look at it later", async () => {
    const { stage, stored } = stageOf(null);
    const typed = Buffer.from("secret\r");
    expect(stage.input?.(typed)).toBe(typed);
    expect(stored).toEqual([]);
    await stage.close?.();
  });

  test("are stored five at a time, and the rest at the end", async () => {
    const { stage, stored, run, show } = stageOf(null);
    for (let at = 1; at <= 7; at += 1) run(`command ${at}`);
    show("$ ");
    for (let at = 0; at < 5; at += 1) await turn();
    expect(stored.length).toBeGreaterThanOrEqual(5);
    expect(stored.length).toBeLessThan(7);
    await stage.close?.();
    expect(inputsOf(stored)).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => `command ${at}`));
    const times = stored.map(({ date }) => date.getTime());
    expect([...new Set(times)].sort((a, b) => a - b)).toEqual(times);
  });

  test("wait for a database that is away", async () => {
    const { stage, stored, behaviour, run } = stageOf(null);
    behaviour.isAway = true;
    for (let at = 1; at <= 6; at += 1) run(`command ${at}`);
    for (let at = 0; at < 5; at += 1) await turn();
    expect(stored).toEqual([]);
    behaviour.isAway = false;
    await stage.close?.();
    expect(stored).toHaveLength(6);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(6);
  });

  test("are found around a flood, which holds the target when it comes faster than it is looked at", async () => {
    const { stage, stored, holders, run, show } = stageOf(null);
    run("flood");
    for (let at = 0; at < 100; at += 1) show(`${"0123456789".repeat(3)}\r\n`.repeat(1000));
    expect(holders.get("commands")).toBe(true);
    run("after the flood");
    await stage.close?.();
    expect(holders.get("commands")).toBe(false);
    expect(inputsOf(stored)).toEqual(["flood", "after the flood"]);
    expect(stored[0]?.output).toHaveLength(1024);
  });

  test("are read in the encoding of the target", async () => {
    const { stage, stored, show } = stageOf(null, "gbk");
    show("$ ");
    stage.input?.(Buffer.from("echo 你好\r"));
    show(Buffer.concat([Buffer.from("echo "), Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), Buffer.from("\r\n")]));
    await stage.close?.();
    expect(inputsOf(stored)).toEqual(["echo 你好"]);
  });
});

describe("a session that is one command", () => {
  test("is told exactly, with its output without what acts on a terminal", async () => {
    const { stage, stored, show } = stageOf("ls --color\nid");
    stage.connected?.();
    show("\u001b[01;34mfolder\u001b[0m\r\n\u001b]0;title\u0007uid=0\n");
    await stage.close?.();
    expect(stored).toMatchObject([{ input: "ls --color\nid", output: "folder\nuid=0", source: "exact" }]);
  });

  test("may be a shell with a terminal: what is typed into it is told as well", async () => {
    const { stage, stored, show, run } = stageOf("bash -i", "utf-8", true);
    stage.connected?.();
    run("id");
    show("uid=0\r\n$ ");
    await stage.close?.();
    expect(stored.map(({ input, source }) => [input, source])).toEqual(
      expect.arrayContaining([
        ["bash -i", "exact"],
        ["id", "screen"],
      ]),
    );
  });

  test("is not told when the target was never reached", async () => {
    const { stage, stored } = stageOf("ls");
    await stage.close?.();
    expect(stored).toEqual([]);
  });
});
