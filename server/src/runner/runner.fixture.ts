import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { RunnerFailure, type RunnerMethod } from "./method.ts";
import { runRunner } from "./run-runner.ts";

/** What the fixture's one method does; `params.act` chooses. */
const acts: Readonly<Record<string, RunnerMethod>> = {
  answer: async (spec, { log }) => {
    log(`at ${spec.target.address}`);
    return { echo: spec.params.echo ?? null };
  },
  fail: async () => {
    throw new RunnerFailure("authentication_failed", "The password was refused.", {
      en: "The password was refused.",
      zh: "密码错误。",
      ja: "パスワードが違います。",
    });
  },
  fault: async (spec) => {
    throw new TypeError(`never to be read: ${spec.account?.secret}`);
  },
  /** Says a great deal. */
  flood: async (_spec, { log }) => {
    for (let line = 0; line < 1_000_000; line++) log(`${line} ${"x".repeat(1_000)}`);
    return {};
  },
  huge: async () => ({ all: "x".repeat(400_000) }),
  /** Answers no signal. */
  hang: () => new Promise(() => undefined),
  /** Does not even come back to the event loop. */
  spin: async () => {
    for (;;);
  },
  /** Ends the process, as a bug in a driver might. */
  crash: async () => {
    setImmediate(() => {
      throw new Error("never to be read either");
    });
    return new Promise(() => undefined);
  },
  memory: async () => {
    const kept: Buffer[] = [];
    for (;;) {
      kept.push(Buffer.alloc(64 * 1_048_576, 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  },
  wait: (spec, { signal }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve({}), Number(spec.params.milliseconds));
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
  pin: async (spec, { hostKeys }) => {
    const key = { algorithm: "ssh-ed25519", publicKey: "AAAA", fingerprint: "SHA256:first" };
    const endpoint = {
      assetId: String(spec.params.assetId ?? spec.target.id),
      host: spec.target.address,
      port: spec.target.port,
    };
    const pinned = await hostKeys.pinFirst(endpoint, key);
    if (pinned.publicKey !== key.publicKey) await hostKeys.reportMismatch(endpoint, { pinned, offered: key });
    return { pinned: pinned.fingerprint };
  },
  /** Tries what it must not be able to do; `params` name what to try it on. */
  pry: async (spec) => {
    const tried: Record<string, string> = {};
    const attempt = async (name: string, work: () => unknown): Promise<void> => {
      try {
        tried[name] = `yes: ${JSON.stringify(await work())?.slice(0, 300)}`;
      } catch (error) {
        tried[name] = `no: ${(error as NodeJS.ErrnoException).code ?? (error as Error).name}`;
      }
    };
    const path = (name: string): string => String(spec.params[name]);
    tried.environment = JSON.stringify(process.env);
    tried.folder = process.cwd();
    tried.uid = String(process.getuid?.());
    tried.descriptors = await Promise.resolve()
      .then(() => readdirSync("/proc/self/fd").join(" "))
      .catch(() => "hidden");
    await attempt("secretKey", () => readFileSync(path("secretKey"), "utf8"));
    await attempt("dataFolder", () => readdirSync(path("dataFolder")));
    await attempt("passwd", () => readFileSync("/etc/passwd", "utf8").length);
    await attempt("parentEnvironment", () => readFileSync(`/proc/${process.ppid}/environ`, "utf8").length);
    await attempt("write", () => writeFileSync("left-here", "x"));
    await attempt("program", () => spawn("/bin/sh", ["-c", "true"]).pid);
    await attempt("kill", () => process.kill(process.ppid, 0));
    await attempt(
      "database",
      () =>
        new Promise((resolve, reject) => {
          const socket = connect(path("socket"));
          socket.once("error", reject);
          socket.once("connect", () => resolve("connected"));
        }),
    );
    await attempt("databasePassword", () => readFileSync(path("databasePassword"), "utf8"));
    await attempt("databaseBehindGuard", () => askDatabaseSlyly(path("socket")));
    return tried;
  },
};

/** Gets past the guard in JavaScript by showing the path only to who looks at it last. */
async function askDatabaseSlyly(socketPath: string): Promise<string> {
  for (let blind = 0; blind < 5; blind++) {
    const said = await askDatabase(socketPath, blind).catch(() => null);
    if (said !== null) return said;
  }
  throw Object.assign(new Error("the guard held"), { code: "EACCES" });
}

/**
 * Connects by options whose path is seen from the look after so many on, and says to the database who it wants to be. What
 * the database answers to that: "R" and a number, 0 when anybody may come in.
 */
function askDatabase(socketPath: string, blind: number): Promise<string> {
  let looks = 0;
  const sly = {
    get path() {
      return looks++ < blind ? undefined : socketPath;
    },
  };
  return new Promise((resolve, reject) => {
    const socket = connect(sly as { path: string });
    socket.once("error", reject);
    socket.once("data", (heard) => {
      resolve(`${heard.toString("latin1", 0, 1)}${heard.readInt32BE(5)}`);
      socket.destroy();
    });
    socket.once("connect", () => {
      const named = Buffer.from("user\0sallyport\0database\0sallyport\0\0");
      const head = Buffer.alloc(8);
      head.writeInt32BE(named.length + 8, 0);
      head.writeInt32BE(196_608, 4);
      socket.write(Buffer.concat([head, named]));
    });
  });
}

const ping: RunnerMethod = (spec, context) => {
  const act = acts[String(spec.params.act ?? "answer")];
  if (act === undefined) throw new RunnerFailure("not_supported", "There is no such act.");
  return act(spec, context);
};

// A runner whose one method does what a test wants it to.
await runRunner({ ping: async () => ping });
