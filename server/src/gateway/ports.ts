import type { IncomingHttpHeaders } from "node:http";
import type { TerminalConnect, TerminalSession } from "@sallyport/contract/messages/terminal";
import type { ConnectionGrant, ConnectionRequest, ForwardingKind } from "../transport/connections/index.ts";
import type { RecordingSummary } from "../transport/recording/index.ts";
import type { HostKey, HostKeyEndpoint } from "../transport/ssh/index.ts";
import type { SshServerPorts } from "./clients/ssh-server/ports.ts";
import type { Decision } from "./decision.ts";
import type { GatewayPrincipal } from "./principal.ts";

export type {
  AccessChannel,
  AccountSwitch,
  ConnectionGrant,
  ConnectionRequest,
  ForwardingKind,
  GrantDetails,
} from "../transport/connections/index.ts";
export type { AssetChoice, Decision } from "./decision.ts";
export type { GatewayPrincipal } from "./principal.ts";

/** The upgrade request as the client sent it. */
export interface GatewayRequest {
  readonly headers: IncomingHttpHeaders;
  /** Path and query. */
  readonly url: string;
  /** Address of the socket's other end. */
  readonly remoteAddress: string;
}

/** Actions of a permission that are about files. */
export type FileAction = "upload" | "download" | "delete";

/** What the list of sessions calls a session. */
export interface SessionKind {
  /** `normal`: a terminal; `command`: one command; `sftp`: files; `tunnel`: a forwarded connection. */
  readonly type: "normal" | "command" | "sftp" | "tunnel";
  /** `WT`: web terminal; `ST`: an SSH client. */
  readonly loginFrom: "WT" | "ST";
}

/** A session as it begins. */
export interface SessionRecord {
  readonly id: string;
  readonly userId: string;
  readonly user: string;
  readonly assetId: string;
  readonly asset: string;
  readonly accountId: string;
  readonly account: string;
  readonly protocol: string;
  readonly type: SessionKind["type"];
  readonly loginFrom: SessionKind["loginFrom"];
  readonly remoteAddress: string;
  readonly organizationId: string;
  readonly dateStart: Date;
  /** Where its recording will lie, relative to the data folder; null when it is not recorded. */
  readonly recordingPath: string | null;
  /** What is to be said of it. */
  readonly remark?: string;
}

/** How a session ended. */
export interface SessionOutcome {
  readonly dateEnd: Date;
  readonly hasReplay: boolean;
  /** Relative to the data folder; null when there is no replay. */
  readonly recordingPath: string | null;
  /** Size and last hash of the recording, to tell later that nothing was cut off; null without replay. */
  readonly recording: RecordingSummary | null;
  /** Why, a stable word: `target_closed`, `terminated`, `idle` and so on (`EndReason`), or `gateway_died`. */
  readonly reason: string;
  /** What is to be said of it at its end; absent where that stays as it was. */
  readonly remark?: string;
}

/** A command of a session, to be stored. */
export interface SessionCommandEntry {
  /** Its own: storing it twice stores it once. */
  readonly id: string;
  /** At most 2 048 characters. */
  readonly input: string;
  /** At most 1 024 characters. */
  readonly output: string;
  /** What became of it, by the number of the contract; 0: accepted. */
  readonly riskLevel: number;
  /** How it was known: told by itself, by marks of the shell, or as the screen showed it. */
  readonly source: "exact" | "marks" | "screen";
  readonly date: Date;
}

/** A request to act on a running session. Idempotent: it may arrive twice, or for an ended session. */
export interface SessionCommand {
  readonly sessionId: string;
  readonly action: "kill" | "lock" | "unlock";
  /** Who asked for it, as a person reads it. */
  readonly by: string;
}

/** A session an earlier run of the gateway left behind. */
export interface OrphanedSession {
  readonly id: string;
  readonly recordingPath: string | null;
  readonly dateStart: Date;
  /** When the gateway last told that it runs. */
  readonly lastSeen: Date;
}

/** The sessions area as the gateway uses it. */
export interface SessionsPort {
  /** Stores a new, not yet successful session; returns what `TERMINAL_SESSION` shows of it. */
  open(record: SessionRecord): Promise<TerminalSession["session"]>;
  /** The target accepted the sign-in. */
  succeeded(id: string): Promise<void>;
  /** The target was never reached; the session is finished without replay. `reason` is a stable code. */
  failed(id: string, reason: string): Promise<void>;
  finish(id: string, outcome: SessionOutcome): Promise<void>;
  /** Stores commands of a session, unless this gateway is to keep none. */
  storeCommands(id: string, commands: readonly SessionCommandEntry[]): Promise<void>;
  /** The sessions alive in this gateway, every 30 s; also with an empty list. */
  heartbeat(ids: readonly string[]): Promise<void>;
  /**
   * Subscribes to commands. The handler returns whether the session runs here, so that the area can mark the
   * command as done.
   *
   * @returns ends the subscription
   */
  onControl(handler: (command: SessionCommand) => boolean): () => void;
  /**
   * Called at start, before any connection is taken: for each session of this gateway that is still
   * unfinished, the area calls `close`, which repairs its recording, and stores the outcome.
   */
  finishOrphans(close: (orphan: OrphanedSession) => Promise<SessionOutcome>): Promise<void>;
}

/** The pinned host keys of assets. */
export interface HostKeysPort {
  get(endpoint: HostKeyEndpoint): Promise<HostKey | null>;
  /** Pins `key` unless one is pinned already (atomic: the first wins); returns the pinned one. */
  pinFirst(endpoint: HostKeyEndpoint, key: HostKey): Promise<HostKey>;
  /** A target, or a gateway on the way to it, showed another key; the connection has been refused. */
  reportMismatch(
    endpoint: HostKeyEndpoint,
    mismatch: { pinned: HostKey; offered: HostKey; userId: string; sessionId: string },
  ): Promise<void>;
}

/** Limits on every session, from the security settings. */
export interface SessionLimits {
  /** SECURITY_MAX_IDLE_TIME, in minutes. */
  readonly idleMinutes: number;
  /** SECURITY_MAX_SESSION_TIME, in hours. */
  readonly maximumHours: number;
  /** SECURITY_SESSION_END_WITH_PERMISSION: a session ends when nothing permits it any more. */
  readonly endWithPermission: boolean;
}

/**
 * What the gateway asks of the areas; `main` wires their adapters in. Methods reject with `ApiError` where a
 * person is to read why (its `detail` is shown in the person's language), with anything else for a fault.
 */
export interface GatewayPorts {
  /** Who sends this request (the cookie of the session); null without a valid sign-in. */
  authenticate(request: GatewayRequest): Promise<GatewayPrincipal | null>;
  /** Whether the sign-in and the user are still valid; asked every 30 s of each connection. */
  stillValid(principal: GatewayPrincipal): Promise<boolean>;
  /** The person and the public settings, for the `CONNECT` frame. */
  publicSettings(principal: GatewayPrincipal): Promise<TerminalConnect>;
  /**
   * Checks and uses up a connection token of this person.
   *
   * @throws ApiError when it is unknown, expired, used, another person's, or the permission is gone
   */
  redeemConnectionToken(
    tokenId: string,
    principal: GatewayPrincipal,
    remoteAddress: string,
  ): Promise<ConnectionGrant>;
  /** Whether a person may connect as requested, and as whom: asked on every access channel of the SSH server, for each channel. */
  decide(principal: GatewayPrincipal, requested: ConnectionRequest): Promise<Decision>;
  /**
   * The grant for forwarding connections by the asset and the account somebody was granted; null where no permission
   * lets them.
   */
  decideForwarding(
    principal: GatewayPrincipal,
    grant: ConnectionGrant,
    kind: Exclude<ForwardingKind, "jump">,
  ): Promise<ConnectionGrant | null>;
  /** The grant for being carried through to the SSH port of an asset; null where nothing lets that. Holds no secret. */
  decideJump(principal: GatewayPrincipal, host: string, port: number): Promise<ConnectionGrant | null>;
  /**
   * Until when permissions cover user, asset and account, as things stand now; null when they do not any more. Asked
   * every 30 s of each session, at the end of what was answered last, and when permissions change.
   *
   * @param actions what has to be granted besides connecting
   */
  permittedUntil(
    grant: ConnectionGrant,
    principal: GatewayPrincipal,
    actions: readonly FileAction[],
  ): Promise<Date | null>;
  /**
   * Calls `handler` when permissions, or members of the groups they name, have changed anywhere.
   *
   * @returns ends the subscription
   */
  onPermissionsChanged(handler: () => void): () => void;
  /** The limits in force. */
  limits(): Promise<SessionLimits>;
  readonly sessions: SessionsPort;
  readonly hostKeys: HostKeysPort;
  readonly files: FilesPort;
  readonly sshServer: SshServerPorts;
}

/** One thing done to files on a target; stored again, under its id, when more of it is known. */
export interface FileRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly user: string;
  readonly remoteAddress: string;
  readonly assetId: string;
  readonly asset: string;
  readonly account: string;
  readonly operate:
    | "mkdir"
    | "rmdir"
    | "delete"
    | "upload"
    | "rename"
    | "symlink"
    | "download"
    | "rename_dir"
    | "setstat";
  /** The path, or `old=>new`, as a person reads it. */
  readonly filename: string;
  readonly dateStart: Date;
  /** Null while it goes on. */
  readonly dateEnd: Date | null;
  readonly state: "running" | "complete" | "partial" | "failed";
  /** Why it failed or why there is no hash, a stable word; "" when there is nothing to say. */
  readonly reason: string;
  /** Bytes that were carried; null where that is not known. */
  readonly size: number | null;
  /** Of the whole content, in hexadecimal digits; null where it is not known. */
  readonly sha256: string | null;
  /** The kept copy: its place below the data folder and its sealed key; null when none is kept. */
  readonly copy: { readonly path: string; readonly sealedKey: string } | null;
}

/** The records of file transfers, and what the platforms and settings say of files. */
export interface FilesPort {
  /**
   * Called at start, after the sessions an earlier run left behind were finished: what they were doing to files has
   * broken off, and copies they had begun are removed.
   */
  breakOffOrphans(): Promise<void>;
  /** Stores records, each under its id. */
  write(records: readonly FileRecord[]): Promise<void>;
  /** Bytes up to which copies of transferred files are kept; 0: none are. */
  copyLimit(): Promise<number>;
  /** The folder files of an asset start in, and whether nothing outside it may be reached. */
  startFolder(assetId: string): Promise<{ readonly home: string; readonly isConfined: boolean }>;
}
