import type { ForwardingKind } from "../../gateway/ports.ts";
import { plainClient } from "../ssh-gateway.ts";
import type { Attempt } from "./attempt.ts";
import type { Case, ChannelAsset } from "./case.ts";

/** Who comes, and where to. */
export interface Errand {
  readonly who: Case;
  readonly asset: ChannelAsset;
}

/** What was got hold of before the situation came about. */
export interface Hand {
  readonly id: string;
  readonly value: string;
  /** Gives it up. */
  drop?(): void | Promise<void>;
}

/** One access channel. */
export interface AccessChannel {
  readonly name: string;
  /**
   * What it is entered with: a sign-in to the SSH server of its own (`key`, `password`, `temporary`), one that was made
   * before (`shared`), a connection token in its place (`token`), a browser's sign-in and a token (`browser`), a
   * component's own credential and a token (`component`), a browser's sign-in alone (`page`; `asking`: for a token), or
   * nothing,
   * because the clock runs what the person has left behind (`clock`).
   */
  readonly by:
    | "key"
    | "password"
    | "temporary"
    | "shared"
    | "token"
    | "browser"
    | "component"
    | "page"
    | "asking"
    | "clock";
  /** What has to be stored of an attempt; null for what is no session. */
  readonly session: {
    readonly type: "normal" | "command" | "sftp" | "tunnel";
    readonly login_from: "ST" | "WT" | "JB";
    readonly protocol: "ssh" | "sftp";
    readonly is_recorded: boolean;
  } | null;
  /** The right to files it takes; absent where it takes none. */
  readonly right?: "upload" | "download" | "delete";
  /** The kind of forwarding it takes. */
  readonly forwarding?: ForwardingKind;
  /** Whether files are asked for by a command line. */
  readonly namesProgram?: true;
  /** Whether somebody is there who can be asked. */
  readonly isAsked?: boolean;
  /** Whether the user names no account of the asset: whoever comes through signs in there themselves, or asks. */
  readonly namesNoAccount?: boolean;
  /** Gets hold of what is needed, while everything is granted. */
  prepare?(errand: Errand): Promise<Hand>;
  enter(errand: Errand, hand: Hand | null): Attempt;
}

export const recorded = { login_from: "ST", is_recorded: true } as const;
export const unrecorded = { login_from: "ST", is_recorded: false } as const;

/** The user name that says where to. */
export const straight = ({ who, asset }: Errand): string =>
  `${who.person.username}#${who.account}#${asset.name}`;

/** Options of OpenSSH's programs, but for the port, whose letter differs. */
export function clientOptions({ who }: Errand, user: string): string[] {
  return [...plainClient, ...["-o", "LogLevel=INFO", "-o", `User=${user}`, "-o", `BindAddress=${who.from}`]];
}

/** Options of a client that signs in with the key. */
export const byKey = (errand: Errand, user = straight(errand)): string[] => [
  ...clientOptions(errand, user),
  ...["-o", "PreferredAuthentications=publickey", "-o", "IdentitiesOnly=yes"],
  ...["-o", `IdentityFile=${errand.who.bed.key.file}`],
];

/** Options of a client that types a password. */
export const byPassword = (errand: Errand, user = straight(errand)): string[] => [
  ...clientOptions(errand, user),
  ...["-o", "PreferredAuthentications=password", "-o", "PubkeyAuthentication=no"],
];

/** The port of the SSH server, as `ssh` takes it. */
export const at = ({ who }: Errand): string[] => ["-p", String(who.bed.gateway.port), "127.0.0.1"];

/** Whether the mark of the target was seen. */
export const sees =
  ({ who }: Errand) =>
  (said: string): boolean =>
    said.includes(who.bed.mark);

/** Shows the mark and stays until the client goes. */
export const showMark = ({ who }: Errand): string => `cat ${who.bed.there}/mark; cat >/dev/null`;
