import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, isExposedWithoutTls } from "../engine/config/config.ts";
import { explainListening } from "../engine/process/explain-listening.ts";
import {
  type ChildMessage,
  type SupervisorMessage,
  shellProcessName,
  tlsProcessName,
} from "../engine/process/messages.ts";
import { refuseUpgrade } from "../engine/process/socket-handoff.ts";
import { lockDataFolder } from "./data-lock.ts";
import { openProductDatabase } from "./database.ts";
import { type Logs, openLogs } from "./log-files.ts";
import { type ManagedProcess, type ManagedProcessOptions, manageProcess } from "./managed-process.ts";
import { nodeWarning } from "./node-life.ts";
import { type StartFacts, startMessage } from "./start-message.ts";

/** Milliseconds web and gateway have to stop; the database stops after them, all within 15 seconds. */
const STOP_TIMEOUT = 10_500;

/** What the supervisor needs to know besides the configuration. */
export interface SupervisorOptions {
  /** The script that every process of the product is started from. */
  readonly script: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Resolves when the product should stop. */
  readonly stopRequested: Promise<string>;
  /** Has `reload` called when the operator wants files that changed to be read again. */
  readonly onReloadRequest: (reload: () => void) => void;
  readonly print: (text: string) => void;
  /** Leaves in the data folder how a demonstration's shell is reached. */
  readonly prepareShell: PrepareShell;
}

/** Prepares the shell of a demonstration in the data folder. */
export type PrepareShell = (dataFolder: string) => Promise<unknown>;

/**
 * The default shape of the product: embedded database, one process for web and worker, one for the gateway.
 * Resolves after a clean stop.
 *
 * @throws ConfigError, StartRefusedError, NewerDatabaseError, EmbeddedStartError when it cannot start; everything
 * that was started is stopped then.
 */
export async function supervise(config: Config, options: SupervisorOptions): Promise<void> {
  const stops: (() => Promise<void> | void)[] = [];
  const lock = await lockDataFolder(config.dataFolder);
  stops.push(() => lock.release());
  const logs = openLogs(config);
  try {
    for (const port of clientPorts(config)) await ensurePortIsFree(config, port);
    const database = await openProductDatabase(config, logs.log);
    stops.push(() => database.stop());
    const facts: Pick<Writable<StartFacts>, "firstSignIn" | "demoSignIns"> = {
      firstSignIn: null,
      demoSignIns: [],
    };
    const processes: Partial<Record<ManagedProcess["name"], ManagedProcess>> = {};
    const noteProcesses = () =>
      lock.setChildren(Object.values(processes).flatMap((each) => each.pid() ?? []));
    const linkToken = config.tls === null ? null : randomBytes(24).toString("base64url");
    const start = startMessageFor(config, database.connection, linkToken);
    const manage = (
      name: ManagedProcess["name"],
      onMessage: ManagedProcessOptions["onMessage"],
      begin: ManagedProcessOptions["start"] = start,
    ) => {
      const environment = childEnvironment(options.environment, name, config);
      const output = logs.output(name);
      const process = manageProcess({
        name,
        script: options.script,
        environment,
        output,
        start: begin,
        log: logs.log,
        onMessage,
        onProcessChange: () => setImmediate(noteProcesses),
      });
      processes[name] = process;
      return process;
    };
    stops.push(() => stopAll(Object.values(processes)));
    const shell = config.demo ? await startShell(config, options.prepareShell, manage) : null;
    let productPort: number | null = null;
    const { tls: certificate, host, httpPort, httpsPort, siteUrl } = config;
    const tls =
      certificate === null || linkToken === null
        ? null
        : manage(
            tlsProcessName,
            () => undefined,
            () => ({
              type: "start-tls",
              options: { host, httpPort, httpsPort, siteUrl, certificate, linkToken },
              productPort,
            }),
          );
    options.onReloadRequest(() => {
      if (tls === null) logs.log.info("asked to read files again; there is no certificate to read");
      else tls.send({ type: "reload-certificate" });
    });
    const gateway = manage("gateway", () => undefined);
    const web = manage("web", (message: ChildMessage, socket) => {
      if (message.type === "first-sign-in") facts.firstSignIn = message;
      else if (message.type === "demo-sign-ins") facts.demoSignIns = message.signIns;
      else if (message.type === "listening") {
        productPort = message.port;
        processes[tlsProcessName]?.send({ type: "product-port", port: productPort });
      } else if (message.type === "hand-off" && socket) {
        if (processes.gateway) processes.gateway.sendSocket(message, socket);
        else refuseUpgrade(socket);
      }
    });
    const stopped = options.stopRequested.then((why) => ({ why }));
    const started = Promise.all([
      gateway.firstReady,
      web.firstReady,
      shell?.firstReady,
      tls?.firstReady,
    ]).then(() => (config.tls === null ? untilHealthy(config) : undefined));
    const early = await Promise.race([stopped, started]);
    const oldNode = nodeWarning(process.versions.node, new Date());
    if (oldNode !== null) logs.log.warn(oldNode);
    if (isExposedWithoutTls(config)) {
      logs.log.warn(
        { host: config.host },
        "reached from other machines without TLS: passwords and sessions travel in the clear; see docs/tls.md",
      );
    }
    if (!early) {
      const { dataFolder } = config;
      const databaseFolder = database.folderElsewhere;
      options.print(
        startMessage({
          siteUrl,
          sshPort: config.sshPort,
          dataFolder,
          logFolder: logs.folder,
          databaseFolder,
          isExposed: isExposedWithoutTls(config),
          nodeWarning: oldNode,
          ...facts,
        }),
      );
      facts.firstSignIn = null;
      facts.demoSignIns = [];
      logs.log.info({ url: siteUrl }, "ready");
    }
    logs.log.info(await stopped, "stopping");
  } catch (error) {
    logs.log.fatal({ err: error }, "cannot start");
    throw pointingAtLogs(error, logs);
  } finally {
    for (const stop of stops.reverse()) await stop();
    logs.log.info("stopped");
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The demonstration's shell: prepared here, so that web can store how it is reached. */
async function startShell(
  { dataFolder }: Config,
  prepare: PrepareShell,
  manage: (
    name: ManagedProcess["name"],
    onMessage: ManagedProcessOptions["onMessage"],
    begin: ManagedProcessOptions["start"],
  ) => ManagedProcess,
): Promise<ManagedProcess> {
  await prepare(dataFolder);
  return manage(
    shellProcessName,
    () => undefined,
    () => ({ type: "start-shell", dataFolder }),
  );
}

/** Where clients connect. */
const clientPorts = ({ tls, httpPort, httpsPort }: Config): number[] =>
  tls === null ? [httpPort] : [httpPort, httpsPort];

async function ensurePortIsFree(config: Config, port: number): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen(port, config.host, resolve);
    });
    await new Promise((resolve) => probe.close(resolve));
  } catch (error) {
    throw explainListening(error, config);
  }
}

function startMessageFor(
  { secretKeys, ...config }: Config,
  connection: Extract<SupervisorMessage, { type: "start" }>["connection"],
  linkToken: string | null,
): ManagedProcessOptions["start"] {
  const travelling = secretKeys.map((key) => key.toString("base64"));
  return () => ({ type: "start", config, secretKeys: travelling, connection, linkToken });
}

/** Options reach the processes over their channel, so that no secret is in an environment others may read. */
function childEnvironment(
  environment: NodeJS.ProcessEnv,
  name: ManagedProcess["name"],
  config: Config,
): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([key]) => !key.startsWith("SALLYPORT_"));
  return { ...Object.fromEntries(kept), SALLYPORT_ROLE: name, SALLYPORT_LOG_LEVEL: config.logLevel };
}

async function untilHealthy({ host, httpPort }: Config): Promise<void> {
  const address =
    host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(`http://${address}:${httpPort}/api/health/`).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    if (attempt === 150) throw new Error("The web process started but does not respond at /api/health/.");
    await sleep(100);
  }
}

async function stopAll(processes: readonly ManagedProcess[]): Promise<void> {
  await Promise.all(processes.map((each) => each.stop(STOP_TIMEOUT)));
}

function pointingAtLogs(error: unknown, logs: Logs): unknown {
  if (logs.folder === null || !(error instanceof Error) || error.constructor !== Error) return error;
  return new Error(`${error.message} See the logs in ${logs.folder}.`, { cause: error });
}
