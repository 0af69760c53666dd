import type { Language } from "../engine/i18n/messages.ts";
import type { JsonObject } from "../engine/json.ts";

/**
 * What a worker and a cell say to each other: one JSON object a line, over the cell's standard input and output. A
 * cell is the process that reaches targets for one execution. It has neither the database nor the configuration:
 * what stands here is all it ever learns. Contract: docs/contract/jobs.md, "The cell".
 */

/** What is done on a target. */
export type CellMethodName =
  /** Signs in and makes one round trip. */
  | "ping"
  /** Signs in to a gateway, and through it again to its own port. */
  | "ping_gateway"
  /** Reads what a machine or database is. */
  | "gather_facts"
  /** Reads which accounts a machine has, and when each was last used. */
  | "gather_accounts"
  /** Signs in with the very account, without elevation. */
  | "verify_account"
  /** The same on a gateway, and through it again to its own port. */
  | "verify_gateway_account";

/** A target's SSH host key. */
export interface CellHostKey {
  /** e.g. `ssh-ed25519`. */
  readonly algorithm: string;
  /** The public key blob, base64. */
  readonly publicKey: string;
  /** `SHA256:` and base64 without padding, as OpenSSH prints it. */
  readonly fingerprint: string;
}

/** Where a host key belongs. */
export interface CellHostKeyPlace {
  readonly assetId: string;
  readonly host: string;
  readonly port: number;
}

/** Who to be on a target. Holds a secret. */
export interface CellAccount {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  /** `password`, `ssh_key` (the secret is the private key, without passphrase), `token`, … */
  readonly secretType: string;
  /** Null when none is stored. */
  readonly secret: string | null;
  readonly privileged: boolean;
  /** Signed in with first, when one becomes this account only from another. */
  readonly switchFrom: CellSwitch | null;
}

/** How one becomes an account from another. */
export interface CellSwitch {
  /** `su`, `sudo`; on devices `enable`, `super`, `super_level`. */
  readonly method: string;
  readonly account: Omit<CellAccount, "switchFrom">;
}

/** What is reached. */
export interface CellTarget {
  readonly id: string;
  readonly name: string;
  /** Name, IP address or, of web assets, URL. */
  readonly address: string;
  /** Port of `protocol`; 0 when the address carries it. */
  readonly port: number;
  /** The protocol chosen for automation: `ssh`, `winrm`, `telnet`, `rdp`, `mysql`, `http`, … */
  readonly protocol: string;
  /** Every protocol of the asset. */
  readonly protocols: readonly { readonly name: string; readonly port: number }[];
  readonly category: string;
  readonly type: string;
  /** Name of the platform. */
  readonly platform: string;
  /** `utf-8` or `gbk`. */
  readonly charset: string;
  /** Settings of `protocol` on the platform, e.g. `use_ssl`. */
  readonly setting: JsonObject;
  /** Fields of the category, secrets open: `db_name`, `use_ssl`, `ca_cert`, `client_cert`, `client_key`, … */
  readonly specification: JsonObject;
  /** The pinned SSH host key of address and port; null: the first one shown is pinned. */
  readonly hostKey: CellHostKey | null;
}

/** A gateway on the way: an SSH server that carries the connection further. */
export interface CellHop {
  /** Id of the gateway, an asset. */
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  /** Settings of its SSH protocol, such as `legacy_algorithms`. */
  readonly setting: JsonObject;
  readonly account: CellAccount;
  readonly hostKey: CellHostKey | null;
}

/** One piece of work on one target. */
export interface CellOrder {
  /** Unique in the execution; everything about this order repeats it. */
  readonly id: string;
  readonly method: CellMethodName;
  /** Id of the platform's automation method, such as `posix_ping` or `ping_by_ssh`; `""` when it has none. */
  readonly mechanism: string;
  readonly target: CellTarget;
  readonly account: CellAccount | null;
  /** Gateways in the order they are passed; none: straight. */
  readonly gateways: readonly CellHop[];
  /** Parameters of the mechanism. */
  readonly params: JsonObject;
  /** The platform's settings of automation, such as `first_conn_delay_time`. */
  readonly settings: JsonObject;
  /** Of texts and log lines. */
  readonly language: Language;
  /** After these the order is given up, whatever it is doing. */
  readonly timeoutSeconds: number;
}

/** Worker → cell. */
export type CellCommand =
  /**
   * The first line: what this execution needs is loaded, before the cell gives up its rights for good. `parallel`:
   * most orders at work at once.
   */
  | {
      readonly type: "prepare";
      readonly methods: readonly CellMethodName[];
      /** Protocols of the targets to come. */
      readonly protocols: readonly string[];
      readonly parallel: number;
      /** Account and group to become; null: stay. */
      readonly unprivilegedId: number | null;
    }
  | { readonly type: "order"; readonly order: CellOrder }
  /** Answers a `pin`: the key that is pinned now, the first one shown by whoever came first. */
  | { readonly type: "pinned"; readonly request: number; readonly key: CellHostKey }
  /** Gives up one order: its connections are closed, it is done with the code `stopped`. */
  | { readonly type: "stop"; readonly id: string }
  /** No order follows; the cell ends when those it has are done. */
  | { readonly type: "end" };

/** Why an order failed: a stable code, and a text for people without anything secret. */
export interface CellError {
  /**
   * e.g. `host_unreachable`, `connection_refused`, `timeout`, `authentication_failed`, `host_key_changed`,
   * `gateway_unreachable`, `protocol_error`, `not_supported`; of the cell itself `stopped`, `fault`.
   */
  readonly code: string;
  readonly text: string;
}

/** Cell → worker. */
export type CellReport =
  /** Prepared: orders may come. */
  | { readonly type: "ready" }
  /** A line for the execution's log, without a line break. */
  | { readonly type: "log"; readonly id: string; readonly line: string }
  /** A host key is seen that nothing is known about. The cell waits for `pinned` before it signs in. */
  | {
      readonly type: "pin";
      readonly id: string;
      readonly request: number;
      readonly place: CellHostKeyPlace;
      readonly key: CellHostKey;
    }
  /** Another key than the pinned one was shown, and refused. */
  | {
      readonly type: "host_key_changed";
      readonly id: string;
      readonly place: CellHostKeyPlace;
      readonly pinned: CellHostKey;
      readonly offered: CellHostKey;
    }
  | { readonly type: "done"; readonly id: string; readonly ok: true; readonly result: JsonObject }
  | { readonly type: "done"; readonly id: string; readonly ok: false; readonly error: CellError };

/** Bounds of what a cell may say; a cell that goes beyond the first is ended. */
export const cellLimits = {
  /** Bytes of one line, either way. */
  lineBytes: 1_048_576,
  /** Characters of one line of the log; the rest is cut off. */
  logCharacters: 2_000,
  /** Lines of the log of one order; what follows is left out. */
  logLines: 500,
  /** Bytes of one result as JSON. */
  resultBytes: 262_144,
} as const;
