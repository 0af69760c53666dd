import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { CommandRule } from "../../transport/command-rules/index.ts";
import type { GrantDetails } from "../ports.ts";
import type { FromGatewayProcess, ToGatewayProcess } from "./gateway-process.ts";

/** A gateway in a process of its own. */
export interface SpawnedGateway {
  readonly url: string;
  readonly pid: number;
  readonly dataFolder: string;
  /** The installation key it records with, for reading and repairing the recordings afterwards. */
  readonly key: Buffer;
  /** Sessions it has opened, in order. */
  readonly opened: { id: string; recordingPath: string; dateStart: Date }[];
  /** Options for a `TerminalClient` with a fresh token for `grant`, where these rules about commands hold. */
  clientFor(
    grant: GrantDetails,
    rules?: readonly CommandRule[],
  ): Promise<{ url: string; token: string; headers: Record<string, string> }>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Kills it and removes its data. */
  stop(): Promise<void>;
}

/** Bundles the gateway as the product is bundled and starts it alone. */
export async function spawnGateway(): Promise<SpawnedGateway> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "gateway-process-"));
  const key = randomBytes(32);
  const bundle = await bundled();
  const child = fork(bundle, [JSON.stringify({ dataFolder, key: key.toString("hex") })], {
    env: { ...process.env, SALLYPORT_LOG_LEVEL: "warn" },
    execArgv: [],
  });
  const opened: SpawnedGateway["opened"] = [];
  child.on("message", (message: FromGatewayProcess) => {
    if ("opened" in message)
      opened.push({
        ...message.opened,
        recordingPath: message.opened.recordingPath ?? "",
        dateStart: new Date(message.opened.dateStart),
      });
  });
  const { url } = await answer(child, "url");
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  };
  return {
    url,
    pid: child.pid ?? 0,
    dataFolder,
    key,
    opened,
    async clientFor(grant, rules = []) {
      const granted = answer(child, "granted");
      child.send({ grant, rules } satisfies ToGatewayProcess);
      await granted;
      return { url, token: grant.tokenId ?? "", headers: { cookie: "jms_sessionid=valid", origin: url } };
    },
    kill,
    async stop() {
      await kill();
      await rm(dataFolder, { recursive: true, force: true });
      await rm(bundle, { force: true });
    },
  };
}

type Answer<K extends string> = Extract<FromGatewayProcess, Record<K, unknown>>;

function answer<K extends "url" | "granted">(child: ChildProcess, kind: K): Promise<Answer<K>> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error("the gateway process ended"));
    child.once("exit", gone);
    const listen = (message: FromGatewayProcess) => {
      if (!(kind in message)) return;
      child.off("message", listen);
      child.off("exit", gone);
      resolve(message as Answer<K>);
    };
    child.on("message", listen);
  });
}

async function bundled(): Promise<string> {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const root = path.resolve(here, "../../../..");
  const outfile = path.join(root, ".cache", `gateway-${process.pid}-${randomBytes(4).toString("hex")}.mjs`);
  await build({
    entryPoints: [path.join(here, "gateway-process.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    alias: { "@sallyport/contract": path.join(root, "contract/src") },
    logLevel: "silent",
  });
  return outfile;
}
