import type { Language, Translations } from "../../engine/i18n/messages.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { CertifiedKey } from "../ssh/certificates/certified-key.ts";
import type { HostKey, HostKeyEndpoint } from "../ssh/host-key.ts";

/**
 * What a worker and a runner say to each other: one JSON object a line, over the runner's standard input and output.
 * A runner is the process that reaches targets for one execution. It has neither the database nor the configuration:
 * what is here is all it ever learns. Contract: docs/contract/jobs.md, "The runner".
 */

/** What is done on a target. */
export type RunnerMethodName =
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
  | "verify_gateway_account"
  /** Gives an account another secret, and finds out which one holds. */
  | "change_secret"
  /** Has an account trust a certificate authority, and proves it by a sign-in; see `RunnerTrust`. */
  | "trust_authority"
  /** Takes the line of a certificate authority from an account that signs in without it. */
  | "distrust_authority"
  /** Runs statements of a database, and tells what they bring as it comes; see `JobSpec.statement`. */
  | "run_statement";

/** How the key of an account gets among those it accepts. */
export type SshKeyStrategy =
  /** Beside the others. */
  | "add"
  /** As the only one. */
  | "set"
  /** In the place of those that were put there by this installation. */
  | "set_jms";

/** What is changed on a target. Holds secrets. */
export interface RunnerChange {
  /** Whose secret it is, with the one it has; `switchFrom` says from whom it is proved. */
  readonly account: RunnerAccount;
  /** The secret it gets: a password, or a private key without passphrase. */
  readonly secret: string;
  readonly keyStrategy: SshKeyStrategy;
  /** Ends the line of every key put on targets by this installation. */
  readonly keyComment: string;
  /** Keys of the certificate authority by which another account of this user name may sign in: their lines stay. */
  readonly keptAuthorities: readonly string[];
  /** Whether an account that is not there is made. */
  readonly create: boolean;
  /**
   * `set`: fails when the target was certainly not touched. `redo`: sets again what may be half set. `look`: sets
   * nothing, and tells which secret holds.
   */
  readonly mode: "set" | "redo" | "look";
}

/** What an account is to sign in by from now on, or no more. Holds a secret. */
export interface RunnerTrust {
  /** With its certificate. */
  readonly account: RunnerAccount;
  /** The authority's key as SSH writes it, base64. */
  readonly authority: string;
  /** Ends the line that is put on the target. */
  readonly comment: string;
}

/** What became of trusting an authority. */
export interface TrustResult extends JsonObject {
  /** Whether the account has signed in by its certificate. */
  readonly holds: boolean;
  /** Why it has not, in each language; null: it has. */
  readonly problem: Translations | null;
  /** Whether a line was put on the target, and is there now. */
  readonly written: boolean;
}

/** What became of a change. */
export interface ChangeResult extends JsonObject {
  /** Which secret the target takes; `unknown`: it could not be asked. */
  readonly holds: "new" | "former" | "neither" | "unknown";
  /** Why it is not the new one, or what was left undone; `""`: nothing. */
  readonly problem: string;
  /** What became of sending it: only after `done`, `refused` and `nothing` it is certain that nothing comes later. */
  readonly sent: "done" | "refused" | "unclear" | "nothing";
}

/** Who to be on a target. Holds a secret. */
export interface RunnerAccount {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  /** `password`, `ssh_key` (the secret is the private key, without passphrase), `token`, … */
  readonly secretType: string;
  /** Null when none is stored. */
  readonly secret: string | null;
  /** Set: it signs in by SSH with this, and not with its secret. Holds a secret. */
  readonly certificate?: CertifiedKey | undefined;
  readonly privileged: boolean;
  /** Signed in with first, when one becomes this account only from another. */
  readonly switchFrom: RunnerSwitch | null;
}

/** How one becomes an account from another. */
export interface RunnerSwitch {
  /** `su`, `sudo`; on devices `enable`, `super`, `super_level`. */
  readonly method: string;
  readonly account: Omit<RunnerAccount, "switchFrom">;
}

/** What is reached. */
export interface RunnerTarget {
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
  readonly hostKey: HostKey | null;
}

/** A gateway on the way: an SSH server that carries the connection further. */
export interface RunnerHop {
  /** Id of the gateway, an asset. */
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  /** Settings of its SSH protocol, such as `legacy_algorithms`. */
  readonly setting: JsonObject;
  readonly account: RunnerAccount;
  readonly hostKey: HostKey | null;
}

/** One piece of work on one target. */
export interface JobSpec {
  /** Unique in the execution; everything about this job repeats it. */
  readonly id: string;
  readonly method: RunnerMethodName;
  /** Id of the platform's automation method, such as `posix_ping` or `ping_by_ssh`; `""` when it has none. */
  readonly mechanism: string;
  readonly target: RunnerTarget;
  readonly account: RunnerAccount | null;
  /** Gateways in the order they are passed; none: straight. */
  readonly gateways: readonly RunnerHop[];
  /** Parameters of the mechanism. */
  readonly params: JsonObject;
  /** Of `change_secret`. */
  readonly change?: RunnerChange;
  /** Of `trust_authority` and `distrust_authority`. */
  readonly trust?: RunnerTrust;
  /** Of `run_statement`: one or several statements, as a person wrote them. */
  readonly statement?: string;
  /** The platform's settings of automation, such as `first_conn_delay_time`. */
  readonly settings: JsonObject;
  /** Of texts and log lines. */
  readonly language: Language;
  /** After these the job is given up, whatever it is doing. */
  readonly timeoutSeconds: number;
}

/** Worker → runner. */
export type RunnerCommand =
  /**
   * The first line: what this execution needs is loaded, before the runner gives up its rights for good. `parallel`:
   * most jobs at work at once.
   */
  | {
      readonly type: "prepare";
      readonly methods: readonly RunnerMethodName[];
      /** Protocols of the targets to come. */
      readonly protocols: readonly string[];
      readonly parallel: number;
      /** Account and group to become; null: stay. */
      readonly unprivilegedId: number | null;
    }
  | { readonly type: "job"; readonly spec: JobSpec }
  /** Answers a `pin`: the key that is pinned now, the first one shown by whoever came first. */
  | { readonly type: "pinned"; readonly request: number; readonly key: HostKey }
  /** Gives up one job: its connections are closed, it is done with the code `stopped`. */
  | { readonly type: "stop"; readonly id: string }
  /** No job follows; the runner ends when those it has are done. */
  | { readonly type: "end" };

/** Why a job failed: a stable code, and a text for people without anything secret. */
export interface RunnerError {
  /**
   * e.g. `host_unreachable`, `connection_refused`, `timeout`, `authentication_failed`, `host_key_changed`,
   * `gateway_unreachable`, `protocol_error`, `not_supported`; of the runner itself `stopped`, `fault`.
   */
  readonly code: string;
  readonly text: string;
  /** The same in each language, for whoever reads it later; not there where nothing is kept of it. */
  readonly translations?: Translations;
}

/** Runner → worker. */
export type RunnerReport =
  /** Prepared: jobs may come. */
  | { readonly type: "ready" }
  /** A line for the execution's log, without a line break. */
  | { readonly type: "log"; readonly id: string; readonly line: string }
  /** The account of a `run_statement` is signed in, and its statement goes out. */
  | { readonly type: "opened"; readonly id: string }
  /** What a statement brought, or said about itself (`isError`). */
  | { readonly type: "output"; readonly id: string; readonly text: string; readonly isError: boolean }
  /** A host key is seen that nothing is known about. The runner waits for `pinned` before it signs in. */
  | {
      readonly type: "pin";
      readonly id: string;
      readonly request: number;
      readonly endpoint: HostKeyEndpoint;
      readonly key: HostKey;
    }
  /** Another key than the pinned one was shown, and refused. */
  | {
      readonly type: "host_key_changed";
      readonly id: string;
      readonly endpoint: HostKeyEndpoint;
      readonly pinned: HostKey;
      readonly offered: HostKey;
    }
  | { readonly type: "done"; readonly id: string; readonly ok: true; readonly result: JsonObject }
  | { readonly type: "done"; readonly id: string; readonly ok: false; readonly error: RunnerError };

/** Bounds of what a runner may say; a runner that goes beyond the first is ended. */
export const runnerLimits = {
  /** Bytes of one line, either way. */
  lineBytes: 1_048_576,
  /** Characters of one line of the log; the rest is cut off. */
  logCharacters: 2_000,
  /** Lines of the log of one job; what follows is left out. */
  logLines: 500,
  /** Characters of why a job failed; the rest is cut off. */
  reasonCharacters: 2_000,
  /** Bytes of one result as JSON. */
  resultBytes: 262_144,
  /** Characters of one piece of output, and of all output of one statement. */
  outputCharacters: 65_536,
  allOutputCharacters: 16_777_216,
} as const;
