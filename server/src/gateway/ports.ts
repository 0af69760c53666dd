import type { IncomingHttpHeaders } from "node:http";
import type { TerminalConnect, TerminalSession } from "@sallyport/contract/messages/terminal";
import type { Language } from "../engine/i18n/messages.ts";
import type { RecordingSummary } from "../engine/recording/writer.ts";
import type { AlgorithmProfile } from "../engine/ssh/algorithms.ts";
import type { GatewayCandidate } from "../engine/ssh/gateways.ts";
import type { HostKey, HostKeyPlace } from "../engine/ssh/host-key.ts";

/** The upgrade request as the client sent it. */
export interface GatewayRequest {
  readonly headers: IncomingHttpHeaders;
  /** Path and query. */
  readonly url: string;
  /** Address of the socket's other end. */
  readonly remoteAddress: string;
}

/** The signed-in person behind a connection. */
export interface GatewayPrincipal {
  readonly userId: string;
  readonly name: string;
  readonly username: string;
  /** Language of the texts this person sees. */
  readonly language: Language;
  /** The sign-in (web session) this connection hangs on; opaque to the gateway. */
  readonly signInId: string;
  /** The client's address, X-Forwarded-For taken into account where the proxy is trusted. */
  readonly remoteAddress: string;
}

/** How an account is changed to after another one has signed in. Holds a secret. */
export interface AccountSwitch {
  /** The platform's way: `sudo`, `su`, `enable`, `super` or `super_level`. */
  readonly method: string;
  readonly name: string;
  readonly username: string;
  readonly secretType: string;
  readonly secret: string;
}

/** Everything one connection may use: what a redeemed connection token stands for. Holds secrets. */
export interface ConnectionGrant {
  /** Id of the redeemed connection token. */
  readonly tokenId: string;
  readonly asset: {
    readonly id: string;
    readonly name: string;
    readonly address: string;
    /** Port of `protocol` on the asset. */
    readonly port: number;
    readonly platform: { readonly name: string; readonly type: string };
    readonly organization: { readonly id: string; readonly name: string };
    /** Which SSH algorithms its platform allows. */
    readonly sshProfile: AlgorithmProfile;
    /** Encoding of its texts, as its platform says; UTF-8 when it is unknown. */
    readonly charset: string;
    /** What its platform says about `protocol`, e.g. the prompts of telnet. */
    readonly protocolSetting: Readonly<Record<string, unknown>>;
  };
  /** The gateways of its domain, any of which leads to it; none: it is connected straight. Hold secrets. */
  readonly gateways: readonly GatewayCandidate[];
  readonly account: {
    /** Account id, or the alias (`@INPUT`, `@USER`) of a virtual account. */
    readonly id: string;
    readonly name: string;
    readonly username: string;
    /** `ssh_key`: `secret` is the private key. Anything else is used as a password. */
    readonly secretType: string;
    readonly secret: string;
    readonly passphrase?: string;
    /** The account that signs in and changes to this one; null where this one signs in itself. */
    readonly switchFrom: AccountSwitch | null;
  };
  /** Protocol name, e.g. `ssh`. */
  readonly protocol: string;
  /** Actions of the permission, e.g. `connect`, `upload`. */
  readonly actions: readonly string[];
  /** When the permission behind it ends. */
  readonly permissionExpires: Date;
  /** Options chosen in the connect dialog: `charset`, `backspaceAsCtrlH` and so on. */
  readonly connectOptions: Readonly<Record<string, unknown>>;
  /** `Name(username)`, as the session stores it. */
  readonly userDisplay: string;
  /** `name(address)`. */
  readonly assetDisplay: string;
  /** `name(username)`. */
  readonly accountDisplay: string;
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
  readonly type: "normal";
  /** `WT`: web terminal. */
  readonly loginFrom: "WT";
  readonly remoteAddress: string;
  readonly organizationId: string;
  readonly dateStart: Date;
  /** Where its recording will lie, relative to the data folder. */
  readonly recordingPath: string;
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
}

/** A request to act on a running session. Idempotent: it may arrive twice, or for an ended session. */
export interface SessionCommand {
  readonly sessionId: string;
  readonly action: "kill" | "lock" | "unlock";
  /** Who asked for it, as a person reads it. */
  readonly by: string;
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
  finishOrphans(
    close: (orphan: { id: string; recordingPath: string | null; dateStart: Date }) => Promise<SessionOutcome>,
  ): Promise<void>;
}

/** The pinned host keys of assets. */
export interface HostKeysPort {
  get(place: HostKeyPlace): Promise<HostKey | null>;
  /** Pins `key` unless one is pinned already (atomic: the first wins); returns the pinned one. */
  pinFirst(place: HostKeyPlace, key: HostKey): Promise<HostKey>;
  /** A target, or a gateway on the way to it, showed another key; the connection has been refused. */
  reportMismatch(
    place: HostKeyPlace,
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
  /**
   * Until when permissions cover user, asset and account, as things stand now; null when they do not any more. Asked
   * every 30 s of each session, at the end of what was answered last, and when permissions change.
   */
  permittedUntil(grant: ConnectionGrant, principal: GatewayPrincipal): Promise<Date | null>;
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
}
