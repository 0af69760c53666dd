import { type Language, literal } from "../../engine/i18n/index.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { ConnectionGrant } from "../../transport/connections/index.ts";
import {
  builtRunnerProgram,
  type JobOutcome,
  type JobSpec,
  RunnersDoNotStartError,
  runJobSpecs,
  runnerHop,
} from "../../transport/runner-control/index.ts";
import type {
  GatewayCandidate,
  GatewayHealth,
  HostKey,
  HostKeyEndpoint,
  HostKeyStore,
} from "../../transport/ssh/index.ts";
import { TargetFailure } from "../../transport/targets/index.ts";
import type { TargetAdapter, TargetEvents } from "../session-parts.ts";
import { text } from "../texts.ts";

/** Seconds a statement may take; sessions and jobs have limits of their own. */
const timeoutSeconds = 86_400;

/** What a statement is run with. */
export interface StatementOptions {
  readonly grant: ConnectionGrant;
  readonly statement: string;
  readonly sessionId: string;
  readonly language: Language;
  readonly hostKeys: HostKeyStore;
  readonly health: GatewayHealth;
  /** The program of the runner; default the one that is built beside this. */
  readonly program?: string | undefined;
}

/**
 * Statements of a database, run in a runner: whatever a server sends, its driver reads it in a process that holds nothing
 * else. Contract: docs/contract/job-centre.md, "Executions".
 */
export class StatementTarget implements TargetAdapter {
  readonly #options: StatementOptions;
  readonly #giveUp = new AbortController();
  /** While nobody reads: what came is bounded by the runner. */
  #held: (() => void)[] | null = null;

  constructor(options: StatementOptions) {
    this.#options = options;
  }

  async connect(_size: unknown, events: TargetEvents): Promise<void> {
    const { program = builtRunnerProgram, grant, health } = this.#options;
    const spec = await this.#spec();
    const [gateway] = spec.gateways;
    let isOpened = false;
    let isTaken = false;
    const work = {
      program,
      methods: ["run_statement" as const],
      protocols: [grant.protocol],
      parallel: 1,
      // What ran is not run again because a process died.
      repeatable: false,
      next: async () => {
        const next = isTaken ? null : spec;
        isTaken = true;
        return next;
      },
      said: () => undefined,
      output: (_spec: JobSpec, said: string, isError: boolean) =>
        this.#pass(() => events.output(Buffer.from(said), isError)),
      hostKeys: {
        pinFirst: (_spec: JobSpec, endpoint: HostKeyEndpoint, key: HostKey) =>
          this.#options.hostKeys.pinFirst(endpoint, key),
        changed: (_spec: JobSpec, endpoint: HostKeyEndpoint, offered: HostKey) =>
          this.#mismatch(endpoint, offered),
      },
      started: async () => undefined,
      signal: this.#giveUp.signal,
    };
    await new Promise<void>((resolve, reject) => {
      const opened = (): void => {
        isOpened = true;
        resolve();
      };
      const done = async (_spec: JobSpec, outcome: JobOutcome): Promise<void> => {
        if (isOpened) this.#end(events, outcome);
        else if (!outcome.ok) {
          const { code, text: said } = outcome.error;
          if (gateway !== undefined && code === "gateway_unreachable") health.failed(gateway.id);
          reject(new TargetFailure(code, literal(said)));
        }
      };
      runJobSpecs({ ...work, opened, done }).then(
        // Given up before anything came of it.
        () => reject(new TargetFailure("stopped", text.closedByTarget)),
        (error: unknown) =>
          reject(
            error instanceof RunnersDoNotStartError ? new TargetFailure("internal", text.internal) : error,
          ),
      );
    });
  }

  /** There is nothing to write to. */
  write(): boolean {
    return true;
  }

  resize(): void {}

  pause(): void {
    this.#held ??= [];
  }

  resume(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const pass of held) this.#pass(pass);
  }

  close(): void {
    this.#giveUp.abort();
  }

  /** Tells how the statements ended. */
  #end(events: TargetEvents, outcome: JobOutcome): void {
    if (outcome.ok) {
      const code = Number(outcome.result.code ?? 1);
      this.#pass(() => events.exited?.({ code }));
      this.#pass(() => events.ended("target_closed", text.closedByTarget));
      return;
    }
    const said = outcome.error.text;
    this.#pass(() => events.output(Buffer.from(`${said}\n`), true));
    this.#pass(() => events.ended("connection_lost", literal(said)));
  }

  /** Tells something now, or once somebody reads again. */
  #pass(tell: () => void): void {
    if (this.#giveUp.signal.aborted) return;
    if (this.#held === null) tell();
    else this.#held.push(tell);
  }

  async #mismatch(endpoint: HostKeyEndpoint, offered: HostKey): Promise<void> {
    const pinned = await this.#options.hostKeys.get(endpoint);
    if (pinned !== null) await this.#options.hostKeys.reportMismatch(endpoint, { pinned, offered });
  }

  /** The work of a runner, by the grant: nothing else is asked for. */
  async #spec(): Promise<JobSpec> {
    const { grant, statement, language, health, hostKeys, sessionId } = this.#options;
    const { asset, account, protocol } = grant;
    const [gateway] = health.order(grant.gateways);
    return {
      id: sessionId,
      method: "run_statement",
      mechanism: "",
      target: {
        id: asset.id,
        name: asset.name,
        address: asset.address,
        port: asset.port,
        protocol,
        protocols: [{ name: protocol, port: asset.port }],
        category: "database",
        type: asset.platform.type,
        platform: asset.platform.name,
        charset: asset.charset,
        setting: asset.protocolSetting as JsonObject,
        specification: asset.specification,
        hostKey: null,
      },
      account: {
        id: account.id,
        name: account.name,
        username: account.username,
        secretType: account.secretType,
        secret: account.secret,
        privileged: false,
        switchFrom: null,
      },
      gateways:
        gateway === undefined ? [] : [await runnerHop(gateway, await hostKeys.get(endpointOf(gateway)))],
      params: {},
      settings: {},
      statement,
      language,
      timeoutSeconds,
    };
  }
}

const endpointOf = ({ id, address, port }: GatewayCandidate): HostKeyEndpoint => ({
  assetId: id,
  host: address,
  port,
});
