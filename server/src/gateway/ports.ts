import type { IncomingHttpHeaders } from "node:http";
import type { TerminalConnect, TerminalSession } from "@sallyport/contract/messages/terminal";
import type { Message } from "../engine/i18n/index.ts";
import type { CommandRule } from "../transport/command-rules/index.ts";
import type {
  BrowserMethod,
  ConnectionGrant,
  ConnectionRequest,
  ForwardingKind,
  PermittedTime,
} from "../transport/connections/index.ts";
import type {
  FileRecord,
  OrphanedSession,
  SessionCommand,
  SessionCommandEntry,
  SessionOutcome,
  SessionRecord,
} from "../transport/sessions/index.ts";
import type { HostKeyMismatch, HostKeyStore } from "../transport/ssh/index.ts";
import type { SshServerPorts } from "./clients/ssh-server/ports.ts";
import type { Decision } from "./decision.ts";
import type { GatewayPrincipal } from "./principal.ts";

export type {
  AccessChannel,
  AccountSwitch,
  AssetChoice,
  ConnectionGrant,
  ConnectionRequest,
  ForwardingKind,
  GrantDetails,
  PermittedTime,
} from "../transport/connections/index.ts";
export type {
  FileRecord,
  OrphanedSession,
  SessionCommand,
  SessionCommandEntry,
  SessionKind,
  SessionOutcome,
  SessionRecord,
} from "../transport/sessions/index.ts";
export type { Decision } from "./decision.ts";
export type { GatewayPrincipal } from "./principal.ts";

/** The upgrade request as the client sent it. */
export interface GatewayRequest {
  readonly headers: IncomingHttpHeaders;
  /** Path and query. */
  readonly url: string;
  /** Address of the socket's other end. */
  readonly remoteAddress: string;
}

/** What is told of a command that a rule was about. */
export interface CommandAlert {
  readonly command: string;
  /** 4: watched; 5: rejected by a rule; 6: by people. */
  readonly riskLevel: 4 | 5 | 6;
  readonly rule: CommandRule;
}

/** What people have decided about a command. */
export interface CommandVerdict {
  /** `closed`: the question was taken back, or nobody decided in time. */
  readonly state: "approved" | "rejected" | "closed";
  /** Who decided, as a person reads it. */
  readonly by: string;
}

/** A command that people were asked about. */
export interface CommandReview {
  /** Names of whom is asked. */
  readonly assignees: readonly string[];
  /** Address of the page on which it is decided. */
  readonly page: string;
  /** Waits until it is decided; null where `signal` aborts first. */
  wait(signal: AbortSignal): Promise<CommandVerdict | null>;
  /** Takes the question back. */
  cancel(): Promise<void>;
}

/** The rules about commands, as the gateway asks for them. */
export interface CommandRulesPort {
  /** The rules that fit a session, in the order they are asked in. */
  load(principal: GatewayPrincipal, grant: ConnectionGrant): Promise<readonly CommandRule[]>;
  /**
   * Calls `handler` when rules, or what they are about, may have changed.
   *
   * @returns ends the subscription
   */
  onChanged(handler: () => void): () => void;
  /** Tells the reviewers of a rule, or whoever wants to know, of a command. */
  alert(sessionId: string, alert: CommandAlert): Promise<void>;
  /**
   * Asks the people a rule names about a command. What nobody has decided when the session ends is taken back with it.
   *
   * @throws ApiError where nobody could be asked
   */
  review(
    sessionId: string,
    asked: { readonly command: string; readonly rule: CommandRule },
  ): Promise<CommandReview>;
}

/** Actions of a permission that are about files. */
export type FileAction = "upload" | "download" | "delete";

/** The sessions area as the gateway uses it. */
export interface SessionsPort {
  /** Stores a new, not yet successful session. */
  open(record: SessionRecord): Promise<void>;
  /** What `TERMINAL_SESSION` shows of a stored session. */
  present(record: SessionRecord): Promise<TerminalSession["session"]>;
  /** The target accepted the sign-in. */
  succeeded(id: string): Promise<void>;
  /** The target was never reached; the session is finished without replay. `reason` is a stable code. */
  failed(id: string, reason: string): Promise<void>;
  finish(id: string, outcome: SessionOutcome): Promise<void>;
  /** Stores commands of a session, unless this gateway is to keep none. */
  storeCommands(id: string, commands: readonly SessionCommandEntry[]): Promise<void>;
  /** Records that a session goes on without its person's terminal, or that they are back, from `address`. */
  presence(
    id: string,
    event: "detached" | "reattached",
    who: { readonly actor: string; readonly address: string },
  ): Promise<void>;
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

/** Watching the sessions of others. */
export interface WatchingPort {
  /** Whether somebody may watch a session now; asked when they begin, and every 30 s. */
  mayWatch(principal: GatewayPrincipal, sessionId: string): Promise<boolean>;
  /** The session as the list of sessions shows it. */
  present(principal: GatewayPrincipal, sessionId: string): Promise<TerminalSession["session"]>;
  /** Whether people are told of who watches them. */
  tellsPeople(): Promise<boolean>;
  /** Records that somebody begins or stops to watch. */
  record(sessionId: string, event: "watch_joined" | "watch_left", actor: string): Promise<void>;
}

/** What somebody who joined a session by a link may do. */
export type SharePermission = "readonly" | "writable";

/** A link that a session's person asks for. */
export interface SharingRequest {
  readonly sessionId: string;
  readonly minutes: number;
  /** Ids of whom it is for; empty: whoever has the code. */
  readonly users: readonly string[];
  /** Address of their page. */
  readonly origin: string;
  readonly permission: SharePermission;
}

/** What somebody who has joined may do now and until when, or what they read where that is over. */
export type ShareStanding =
  | { readonly permission: SharePermission; readonly ends: Date }
  | { readonly over: string; readonly says: Message };

/** Joining the sessions of others by a link. Methods reject with `ApiError` where a person is to read why. */
export interface SharingPort {
  /** Makes a link to a session of one's own. */
  open(
    principal: GatewayPrincipal,
    asked: SharingRequest,
  ): Promise<{ readonly id: string; readonly code: string }>;
  /** People a session of one's own can be shared with. */
  people(
    principal: GatewayPrincipal,
    sessionId: string,
    search: string,
  ): Promise<readonly { readonly id: string; readonly name: string; readonly username: string }[]>;
  /** Lets somebody join by a link, and records it. `isHere` says whether a session runs in this gateway. */
  join(
    principal: GatewayPrincipal,
    link: { readonly id: string; readonly code: string; isHere(sessionId: string): boolean },
  ): Promise<{ readonly recordId: string; readonly sessionId: string; readonly permission: SharePermission }>;
  /** How things stand for somebody who has joined; asked every 30 s, and when something has changed. */
  standing(recordId: string): Promise<ShareStanding>;
  /** Records that somebody left. */
  leave(recordId: string): Promise<void>;
  /** Records that somebody who joined has begun to type. */
  typed(sessionId: string, actor: string): Promise<void>;
  /** Removes somebody from one's own session, or says whether they may type; answers whether there is somebody. */
  change(principal: GatewayPrincipal, recordId: string, change: SharePermission | "remove"): Promise<boolean>;
  /**
   * Calls `handler` when what may be done in a shared session has changed; null: perhaps in any.
   *
   * @returns ends the subscription
   */
  onChanged(handler: (sessionId: string | null) => void): () => void;
}

/** A changed host key, with whose session met it. */
export interface SessionHostKeyMismatch extends HostKeyMismatch {
  readonly userId: string;
  readonly sessionId: string;
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
   * @param opens what for: one for files opens no terminal, and the other way round
   * @throws ApiError when it is unknown, expired, used, another person's, or the permission is gone
   */
  redeemConnectionToken(
    tokenId: string,
    principal: GatewayPrincipal,
    opens: BrowserMethod,
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
   * For how long permissions let a session run, as things stand now; null when they do not any more. The end may be
   * over: the permission has run out then, and was not withdrawn. Asked every 30 s of each session, when its person is
   * to be told of the end, at the end, and when permissions change.
   */
  permittedTime(
    grant: ConnectionGrant,
    principal: GatewayPrincipal,
    session: {
      /** What has to be granted besides connecting. */
      readonly actions: readonly FileAction[];
      /** When it began. */
      readonly since: Date;
    },
  ): Promise<PermittedTime | null>;
  /** Whether the access rules let a person go on with a session from another address than it was opened from. */
  mayContinueFrom(
    grant: ConnectionGrant,
    person: Pick<GatewayPrincipal, "userId" | "remoteAddress">,
  ): Promise<boolean>;
  /**
   * Calls `handler` when what a session rests on may have ended anywhere: permissions, members of the groups they name,
   * users, assets and accounts that were deactivated or removed.
   *
   * @returns ends the subscription
   */
  onPermissionsChanged(handler: () => void): () => void;
  /** The limits in force. */
  limits(): Promise<SessionLimits>;
  /** How long a session is kept whose terminal has lost its connection, in minutes; 0: not at all. */
  keepMinutes(): Promise<number>;
  /** Bytes of each direction that are recorded of a program without a terminal. */
  programRecordingLimit(): Promise<number>;
  /** Bytes that have to be free where recordings are for another session to begin. */
  recordingRoom(): Promise<number>;
  readonly sessions: SessionsPort;
  readonly watching: WatchingPort;
  readonly sharing: SharingPort;
  readonly commandRules: CommandRulesPort;
  /** The pinned host keys of assets. */
  readonly hostKeys: HostKeyStore<SessionHostKeyMismatch>;
  readonly files: FilesPort;
  readonly sshServer: SshServerPorts;
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
