import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbedded } from "../../engine/database/embedded/embedded.ts";
import type { JsonObject } from "../../engine/json.ts";
import { bundleForTest, type TestBundle } from "../../engine/testing/bundle.ts";
import type { HostKey } from "../ssh/host-key.ts";
import { type JobSpec, runnerLimits } from "./messages.ts";
import { type JobOutcome, RunnersDoNotStartError, type RunnerWork, runJobSpecs } from "./run-job-specs.ts";

let bundle: TestBundle;
beforeAll(async () => {
  bundle = await bundleForTest(join(import.meta.dirname, "../../runner/runner.fixture.ts"));
});
afterAll(() => bundle?.remove());

const spec = (id: string, params: JsonObject, timeoutSeconds = 20): JobSpec => ({
  id,
  method: "ping",
  mechanism: "",
  target: {
    id: `asset-${id}`,
    name: id,
    address: "192.0.2.1",
    port: 22,
    protocol: "ssh",
    protocols: [],
    category: "host",
    type: "linux",
    platform: "Linux",
    charset: "utf-8",
    setting: {},
    specification: {},
    hostKey: null,
  },
  account: {
    id: "a",
    name: "root",
    username: "root",
    secretType: "password",
    secret: "open-sesame",
    privileged: true,
    switchFrom: null,
  },
  gateways: [],
  params,
  settings: {},
  language: "en",
  timeoutSeconds,
});

/** What is said of a job that had a second, in the language of its execution and in each. */
function lateIn(language: "en" | "zh") {
  const translations = {
    en: "No answer within 1 second.",
    zh: "1 秒内没有响应。",
    ja: "1 秒以内に応答がありませんでした。",
  };
  return { code: "timeout", text: translations[language], translations };
}

interface Heard {
  readonly outcomes: Map<string, JobOutcome>;
  readonly lines: string[];
  readonly pids: number[];
  readonly pinned: Map<string, HostKey>;
  /** Most jobs that were at work at once. */
  most: number;
}

async function run(specs: readonly JobSpec[], options: Partial<RunnerWork> = {}): Promise<Heard> {
  const heard: Heard = { outcomes: new Map(), lines: [], pids: [], pinned: new Map(), most: 0 };
  const waiting = [...specs];
  let open = 0;
  await runJobSpecs({
    program: bundle.script,
    methods: ["ping"],
    protocols: ["ssh"],
    parallel: 4,
    next: async () => {
      const next = waiting.shift() ?? null;
      if (next !== null) heard.most = Math.max(heard.most, ++open);
      return next;
    },
    said: ({ id }, line) => heard.lines.push(`${id}: ${line}`),
    done: async ({ id }, outcome) => {
      open--;
      expect(heard.outcomes.has(id)).toBe(false);
      heard.outcomes.set(id, outcome);
    },
    hostKeys: {
      pinFirst: async (_spec, endpoint, key) => {
        const name = `${endpoint.assetId} ${endpoint.host} ${endpoint.port}`;
        const pinned = heard.pinned.get(name) ?? key;
        heard.pinned.set(name, pinned);
        return pinned;
      },
      changed: async ({ id }) => void heard.lines.push(`${id}: changed`),
    },
    repeatable: true,
    started: async (pid) => void heard.pids.push(pid),
    signal: new AbortController().signal,
    ...options,
  });
  return heard;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const codeOf = (outcome: JobOutcome | undefined): string | undefined =>
  outcome === undefined ? undefined : outcome.ok ? "ok" : outcome.error.code;

describe("specs in a runner", () => {
  it("are carried out side by side, no more at once than allowed, and the runner ends", async () => {
    const specs = Array.from({ length: 12 }, (_, index) => spec(`o${index}`, { echo: index }));
    const heard = await run(specs);
    expect([...heard.outcomes.keys()].sort()).toEqual(specs.map(({ id }) => id).sort());
    expect(heard.outcomes.get("o7")).toEqual({ ok: true, result: { echo: 7 } });
    expect(heard.lines).toContain("o3: at 192.0.2.1");
    expect(heard.most).toBeLessThanOrEqual(4);
    expect(heard.pids.length).toBe(1);
    expect(heard.pids.map(isAlive)).toEqual([false]);
  });

  it("fail with their reason, and a fault of ours tells nothing of what the job spec held", async () => {
    const heard = await run([
      spec("refused", { act: "fail" }),
      spec("bug", { act: "fault" }),
      spec("none", { act: "nothing of the kind" }),
      spec("huge", { act: "huge" }),
    ]);
    expect(heard.outcomes.get("refused")).toEqual({
      ok: false,
      error: {
        code: "authentication_failed",
        text: "The password was refused.",
        translations: { en: "The password was refused.", zh: "密码错误。", ja: "パスワードが違います。" },
      },
    });
    expect(heard.outcomes.get("bug")).toEqual({ ok: false, error: { code: "fault", text: "TypeError" } });
    expect(codeOf(heard.outcomes.get("none"))).toBe("not_supported");
    expect(codeOf(heard.outcomes.get("huge"))).toBe("protocol_error");
    expect(JSON.stringify([...heard.outcomes])).not.toContain("open-sesame");
  });

  it("that flood the log are cut short and done all the same", async () => {
    const heard = await run([spec("flood", { act: "flood" }), spec("quiet", { echo: 1 })]);
    expect(heard.lines.filter((line) => line.startsWith("flood")).length).toBe(runnerLimits.logLines);
    expect(codeOf(heard.outcomes.get("flood"))).toBe("ok");
    expect(codeOf(heard.outcomes.get("quiet"))).toBe("ok");
  });

  it("that hang are given up in time, the others are not", async () => {
    const began = Date.now();
    const inChinese = { ...spec("hang", { act: "hang" }, 1), language: "zh" as const };
    const heard = await run([inChinese, spec("fine", { echo: 1 })]);
    expect(heard.outcomes.get("hang")).toEqual({ ok: false, error: lateIn("zh") });
    expect(codeOf(heard.outcomes.get("fine"))).toBe("ok");
    expect(Date.now() - began).toBeLessThan(10_000);
  });

  it("that stop their runner from answering are given up too, and it is ended", async () => {
    const heard = await run([spec("spin", { act: "spin" }, 1), spec("fine", { echo: 1 })]);
    expect(heard.outcomes.get("spin")).toEqual({ ok: false, error: lateIn("en") });
    expect(codeOf(heard.outcomes.get("fine"))).toBe("ok");
    expect(heard.pids.map(isAlive)).not.toContain(true);
  });

  it("that kill their runner fail alone: those beside them are given to another", async () => {
    const specs = [
      spec("before", { echo: 1 }),
      spec("bad", { act: "crash" }),
      spec("beside", { act: "wait", milliseconds: 700 }),
      spec("after", { act: "wait", milliseconds: 700 }),
      spec("last", { echo: 2 }),
    ];
    const heard = await run(specs);
    expect(specs.map(({ id }) => [id, codeOf(heard.outcomes.get(id))])).toEqual([
      ["before", "ok"],
      ["bad", "runner_died"],
      ["beside", "ok"],
      ["after", "ok"],
      ["last", "ok"],
    ]);
    expect(heard.pids.map(isAlive)).not.toContain(true);
  });

  it("are not repeated where that is not safe", async () => {
    const heard = await run(
      [spec("bad", { act: "crash" }), spec("beside", { act: "wait", milliseconds: 900 })],
      {
        repeatable: false,
      },
    );
    expect([...heard.outcomes].map(([id, outcome]) => [id, codeOf(outcome)])).toEqual(
      expect.arrayContaining([
        ["bad", "runner_died"],
        ["beside", "runner_died"],
      ]),
    );
  });

  it("that take too much memory end with their runner", async () => {
    const heard = await run([spec("greedy", { act: "memory" })]);
    expect(codeOf(heard.outcomes.get("greedy"))).toBe("runner_died");
  });

  it("end at once, with every process, when the work is stopped", async () => {
    const controller = new AbortController();
    const began = Date.now();
    const heard = await run([spec("hang", { act: "hang" }), spec("spin", { act: "spin" })], {
      signal: controller.signal,
      started: async (pid) => {
        setTimeout(() => controller.abort(), 500);
        expect(isAlive(pid)).toBe(true);
      },
    });
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(heard.outcomes.size).toBe(0);
  });

  it("pin keys for their own target only", async () => {
    const first = await run([spec("own", { act: "pin" })]);
    expect(first.outcomes.get("own")).toEqual({ ok: true, result: { pinned: "SHA256:first" } });
    expect([...first.pinned.keys()]).toEqual(["asset-own 192.0.2.1 22"]);
    const foreign = await run([spec("thief", { act: "pin", assetId: "asset-of-others" })]);
    expect(codeOf(foreign.outcomes.get("thief"))).toBe("runner_died");
    expect(foreign.pinned.size).toBe(0);
    const changed = await run([spec("changed", { act: "pin" })], {
      hostKeys: {
        pinFirst: async () => ({ algorithm: "ssh-rsa", publicKey: "BBBB", fingerprint: "SHA256:other" }),
        changed: async (_spec, endpoint, offered) => {
          expect([endpoint.host, offered.fingerprint]).toEqual(["192.0.2.1", "SHA256:first"]);
        },
      },
    });
    expect(changed.outcomes.get("changed")).toEqual({ ok: true, result: { pinned: "SHA256:other" } });
  });
});

describe("a runner", () => {
  it("has neither the product's environment, files and database nor any program to start", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sallyport-pry-"));
    const secretKey = join(folder, "secret.key");
    writeFileSync(secretKey, "the installation key", { mode: 0o600 });
    process.env.SALLYPORT_TEST_SECRET = "in the environment";
    const socket = join(folder, "database.socket");
    const database = createServer((connection) => connection.end());
    await new Promise<void>((resolve) => database.listen(socket, resolve));
    try {
      const heard = await run([spec("pry", { act: "pry", secretKey, dataFolder: folder, socket })]);
      const outcome = heard.outcomes.get("pry");
      const tried = (outcome?.ok === true ? outcome.result : {}) as Record<string, string>;
      expect(tried.environment).toBe("{}");
      expect(tried.folder).toContain("sallyport-runner-");
      for (const name of ["secretKey", "dataFolder", "passwd", "parentEnvironment", "write", "program"]) {
        expect([name, tried[name]]).toEqual([name, expect.stringMatching(/^no: ERR_ACCESS_DENIED/)]);
      }
      expect(tried.database).toBe("no: EACCES");
      if (process.getuid?.() === 0) {
        expect(Number(tried.uid)).toBeGreaterThanOrEqual(61_184);
        expect(tried.kill).toBe("no: EPERM");
      }
      expect(JSON.stringify(tried)).not.toMatch(/in the environment|installation key/);
    } finally {
      delete process.env.SALLYPORT_TEST_SECRET;
      database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("find no way into the database, past the guard in JavaScript and with the socket open to them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sallyport-pry-"));
    chmodSync(folder, 0o711);
    const server = await startEmbedded({ dataFolder: folder });
    const { connection } = server;
    if (!("host" in connection)) throw new Error("no socket");
    const inside = join(connection.host, `.s.PGSQL.${connection.port}`);
    // As where the product is no root, and runner and database are one account.
    const socket = join(folder, "open.socket");
    const open = createServer((client) => {
      const database = connect(inside);
      for (const end of [client, database]) end.on("error", () => end.destroy());
      client.pipe(database).pipe(client);
    });
    await new Promise<void>((resolve) => open.listen(socket, resolve));
    chmodSync(socket, 0o777);
    const databasePassword = join(folder, "database.password");
    expect(readFileSync(databasePassword, "utf8").length).toBeGreaterThan(40);
    try {
      const heard = await run([spec("pry", { act: "pry", socket, databasePassword })]);
      const outcome = heard.outcomes.get("pry");
      const tried = (outcome?.ok === true ? outcome.result : {}) as Record<string, string>;
      expect(tried.database).toBe("no: EACCES");
      // It did get there, and is asked for a password (SASL): there is nothing it could say.
      expect(tried.databaseBehindGuard).toBe('yes: "R10"');
      expect(tried.databasePassword).toBe("no: ERR_ACCESS_DENIED");
    } finally {
      open.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("that cannot start is told once, not job by job", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sallyport-broken-"));
    const program = join(folder, "broken.mjs");
    writeFileSync(program, "process.exit(3);");
    try {
      await expect(run([spec("a", {}), spec("b", {})], { program })).rejects.toThrow(RunnersDoNotStartError);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
