import type { HostKey } from "../../engine/ssh/host-key.ts";
import type { CellAccount, CellHop, CellOrder, CellTarget } from "../messages.ts";
import type { CellContext, CellMethod } from "../method.ts";
import { loadProtocols } from "../protocols/index.ts";

/** Changes to an order for tests. */
export interface OrderChange {
  readonly method?: CellOrder["method"];
  readonly mechanism?: string;
  readonly target?: Partial<CellTarget>;
  readonly account?: Partial<CellAccount> | null;
  readonly gateways?: readonly CellHop[];
  readonly params?: CellOrder["params"];
  readonly settings?: CellOrder["settings"];
  readonly language?: CellOrder["language"];
}

/** An order for a Linux host on this machine. */
export function orderFor(change: OrderChange): CellOrder {
  return {
    id: "order",
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
    timeoutSeconds: 60,
  };
}

/** An account with a password. */
export function accountFor(change: Partial<CellAccount>): CellAccount {
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

/** What carrying out an order came to. */
export interface Outcome {
  readonly result: Awaited<ReturnType<CellMethod>> | null;
  /** Code and text of the failure; null when it succeeded. */
  readonly code: string | null;
  readonly text: string;
  readonly log: readonly string[];
  /** Keys that were seen first, by `asset host port`. */
  readonly pins: ReadonlyMap<string, HostKey>;
  readonly mismatches: readonly { readonly pinned: HostKey; readonly offered: HostKey }[];
}

/** Carries out an order as a cell does, with the pins of earlier ones. */
export async function carryOut(
  method: CellMethod,
  order: CellOrder,
  options: { readonly pins?: Map<string, HostKey>; readonly signal?: AbortSignal } = {},
): Promise<Outcome> {
  await loadProtocols([order.target.protocol, "ssh", "rdp"]);
  const pins = options.pins ?? new Map<string, HostKey>();
  const log: string[] = [];
  const mismatches: { pinned: HostKey; offered: HostKey }[] = [];
  const controller = new AbortController();
  const context: CellContext = {
    signal: options.signal ?? controller.signal,
    log: (line) => log.push(line),
    hostKeys: {
      pinFirst: async ({ assetId, host, port }, key) => {
        const name = `${assetId} ${host} ${port}`;
        const pinned = pins.get(name) ?? key;
        pins.set(name, pinned);
        return pinned;
      },
      reportMismatch: async (_place, keys) => {
        mismatches.push(keys);
      },
    },
  };
  try {
    const result = await method(order, context);
    return { result, code: null, text: "", log, pins, mismatches };
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === undefined) throw error;
    return { result: null, code, text: message, log, pins, mismatches };
  } finally {
    controller.abort();
  }
}
