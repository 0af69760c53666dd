import type { Translations } from "../../engine/i18n/messages.ts";
import type {
  JobSpec,
  RunnerAccount,
  RunnerChange,
  RunnerHop,
  RunnerTarget,
} from "../../transport/runner-control/messages.ts";
import type { HostKey } from "../../transport/ssh/host-key.ts";
import { loadMeans } from "../change/index.ts";
import { accountReaders } from "../facts/database-accounts.ts";
import { type RunnerContext, RunnerFailure, type RunnerMethod } from "../method.ts";
import { loadProtocols } from "../protocols/index.ts";
import { statements } from "../statements/index.ts";

/** Changes to a job for tests. */
export interface JobSpecChange {
  readonly method?: JobSpec["method"];
  readonly mechanism?: string;
  readonly target?: Partial<RunnerTarget>;
  readonly account?: Partial<RunnerAccount> | null;
  readonly gateways?: readonly RunnerHop[];
  readonly params?: JobSpec["params"];
  readonly settings?: JobSpec["settings"];
  readonly language?: JobSpec["language"];
  readonly change?: RunnerChange;
  readonly statement?: string;
  readonly timeoutSeconds?: number;
}

/** A job for a Linux host on this machine. */
export function jobSpecFor(change: JobSpecChange): JobSpec {
  return {
    id: "job",
    method: change.method ?? "ping",
    mechanism: change.mechanism ?? "",
    target: {
      id: "11111111-1111-4111-8111-111111111111",
      name: "web",
      address: "127.0.0.1",
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
      ...change.target,
    },
    account: change.account === null ? null : accountFor(change.account ?? {}),
    gateways: change.gateways ?? [],
    params: change.params ?? {},
    settings: change.settings ?? {},
    language: change.language ?? "en",
    ...(change.change === undefined ? {} : { change: change.change }),
    ...(change.statement === undefined ? {} : { statement: change.statement }),
    timeoutSeconds: change.timeoutSeconds ?? 60,
  };
}

/** An account with a password. */
export function accountFor(change: Partial<RunnerAccount>): RunnerAccount {
  return {
    id: "22222222-2222-4222-8222-222222222222",
    name: "operator",
    username: "operator",
    secretType: "password",
    secret: "secret",
    privileged: false,
    switchFrom: null,
    ...change,
  };
}

/** A change of the secret of an account to `secret`. */
export function changeFor(
  account: Partial<RunnerAccount>,
  secret: string,
  more: Partial<RunnerChange> = {},
): RunnerChange {
  return {
    account: accountFor({ id: "33333333-3333-4333-8333-333333333333", ...account }),
    secret,
    keyStrategy: "add",
    keyComment: "sallyport@test",
    keptAuthorities: [],
    create: false,
    mode: "set",
    ...more,
  };
}

/** What carrying out a job came to. */
export interface Outcome {
  readonly result: Awaited<ReturnType<RunnerMethod>> | null;
  /** Code and text of the failure; null when it succeeded. */
  readonly code: string | null;
  readonly text: string;
  /** The text in each language, where it is one of ours. */
  readonly translations?: Translations;
  readonly log: readonly string[];
  /** What a statement brought, in the pieces it came in. */
  readonly output: readonly { readonly text: string; readonly isError: boolean }[];
  /** Keys that were seen first, by `asset host port`. */
  readonly pins: ReadonlyMap<string, HostKey>;
  readonly mismatches: readonly { readonly pinned: HostKey; readonly offered: HostKey }[];
}

/** Runs a job as a runner does, with the pins of earlier ones. */
export async function runJobSpec(
  method: RunnerMethod,
  spec: JobSpec,
  options: { readonly pins?: Map<string, HostKey>; readonly signal?: AbortSignal } = {},
): Promise<Outcome> {
  await loadProtocols([spec.target.protocol, "ssh", "rdp"]);
  await loadMeans([spec.target.protocol, "ssh"]);
  await statements.load([spec.target.protocol]);
  await accountReaders.load([spec.target.protocol]);
  const pins = options.pins ?? new Map<string, HostKey>();
  const log: string[] = [];
  const output: { text: string; isError: boolean }[] = [];
  const mismatches: { pinned: HostKey; offered: HostKey }[] = [];
  const controller = new AbortController();
  const context: RunnerContext = {
    signal: options.signal ?? controller.signal,
    log: (line) => log.push(line),
    opened: () => undefined,
    output: (text, isError) => output.push({ text, isError }),
    hostKeys: {
      pinFirst: async ({ assetId, host, port }, key) => {
        const name = `${assetId} ${host} ${port}`;
        const pinned = pins.get(name) ?? key;
        pins.set(name, pinned);
        return pinned;
      },
      reportMismatch: async (_endpoint, keys) => {
        mismatches.push(keys);
      },
    },
  };
  try {
    const result = await method(spec, context);
    return { result, code: null, text: "", log, output, pins, mismatches };
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === undefined) throw error;
    const inEach = error instanceof RunnerFailure ? { translations: error.translations } : {};
    return { result: null, code, text: message, ...inEach, log, output, pins, mismatches };
  } finally {
    controller.abort();
  }
}
