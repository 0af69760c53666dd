import { randomUUID } from "node:crypto";
import type { TerminalSession, TerminalSize } from "@sallyport/contract/messages/terminal";
import { charsetCodec } from "../engine/charset.ts";
import { withParameters } from "../engine/i18n/index.ts";
import { log } from "../engine/log.ts";
import { ConnectionGrant, statementProtocols } from "../transport/connections/index.ts";
import { type RecordingKeys, recordingPath, resolveRecording } from "../transport/recording/index.ts";
import type { GatewayHealth } from "../transport/ssh/index.ts";
import { TargetFailure } from "../transport/targets/index.ts";
import { SessionRules } from "./command-filter/session-rules.ts";
import type { FileRecords } from "./files/records.ts";
import { rightNames } from "./files/rights.ts";
import { zmodemStages } from "./files/zmodem/zmodem-stages.ts";
import { persist } from "./persist.ts";
import type { GatewayPorts, GatewayPrincipal, SessionKind, SessionRecord } from "./ports.ts";
import type { SessionRegistry } from "./registry.ts";
import { Session } from "./session.ts";
import { hostKeysFor } from "./session-host-keys.ts";
import type { ClientAdapter, EndReason, Stage, TargetAdapter } from "./session-parts.ts";
import { ownerOf, ShareRoom } from "./share-room.ts";
import { commandsStages } from "./stages/commands.ts";
import { ControlStage } from "./stages/control.ts";
import { LimitsStage } from "./stages/limits.ts";
import { OneCommand } from "./stages/one-command.ts";
import { RecorderStage } from "./stages/recorder.ts";
import { WatchStage } from "./stages/watch.ts";
import { LinkPool } from "./targets/link-pool.ts";
import { SshTarget, type SshTargetOptions, type TargetProgram } from "./targets/ssh.ts";
import { StatementTarget } from "./targets/statement.ts";
import { TelnetTarget } from "./targets/telnet.ts";
import type { TunnelOptions } from "./targets/tunnel.ts";
import { text } from "./texts.ts";

/** What every session of this gateway shares. */
export interface GatewayContext {
  readonly ports: GatewayPorts;
  readonly registry: SessionRegistry;
  /** Where what is done to files is written down. */
  readonly records: FileRecords;
  /** Which gateways of domains have just failed. */
  readonly health: GatewayHealth;
  readonly keys: RecordingKeys;
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  /** Configured site URL; "" when there is none. */
  readonly siteUrl: string;
  /** How often the session guards look, in milliseconds; default 30 000. */
  readonly guardInterval?: number;
  /** How long a silent target is waited for, in milliseconds; default 15 000. */
  readonly connectTimeout?: number;
  /**
   * How often a silent client of the SSH server, or a silent target, is asked for a sign of life, in milliseconds;
   * after three unanswered ones its sessions end. Default 30 000 for clients, 60 000 for targets.
   */
  readonly keepAliveInterval?: number;
  /** Whether channels of one SSH client share connections to targets; default true. */
  readonly reuseConnections?: boolean;
  /** The program of the runners that databases are reached in; default the one that is built beside this. */
  readonly runnerProgram?: string;
}

/** How long a silent target is waited for here, in milliseconds. */
export const connectTimeoutOf = ({
  connectTimeout = 15_000,
}: Pick<GatewayContext, "connectTimeout">): number => connectTimeout;

/** One person's request for a session. */
export interface SessionRequest {
  readonly principal: GatewayPrincipal;
  readonly grant: ConnectionGrant;
  /** What the list of sessions calls it. */
  readonly kind: SessionKind;
  readonly size: TerminalSize;
  /** Whether what is seen is recorded. */
  readonly recorded: boolean;
  /** What runs on the target, or another far end for sessions that run nothing there. */
  readonly target: TargetProgram | ((options: TunnelOptions) => TargetAdapter);
  /**
   * The command line rules are asked about, where it is not the one that is sent: in its place a subsystem is opened,
   * or a line that runs it. Absent: there is none.
   */
  readonly askedBy?: string | undefined;
  /** Whether nobody is there who waits: a command that people would be asked about is refused. */
  readonly isUnattended?: boolean;
  /** The connections to targets that the sessions of one client share; absent: this one has its own. */
  readonly links?: LinkPool | undefined;
  /** Whether the client is shown what the list of sessions shows of it. */
  readonly isPresented?: boolean;
  /** What is to be said of it in the list of sessions, as things stand. */
  remark?(): string;
  /** Makes the client's side, which needs to hold the session. */
  client(hold: (held: boolean) => void): ClientAdapter;
  /** Further stages, between the limits and the recorder. */
  stages?(sessionId: string): readonly Stage[];
}

/** What `TERMINAL_SESSION` says; `session` is null where it was not asked to be presented. */
export type StartedSession = Omit<TerminalSession, "session"> & {
  readonly session: TerminalSession["session"] | null;
};

/** A session that is being or has been opened. */
export interface OpenedSession {
  readonly session: Session;
  /** Settles when the session is stored: from then on others find it, and can end it. Rejects as `started` does. */
  readonly stored: Promise<void>;
  /**
   * What is known of it once the target has accepted the sign-in; null when the session ended before that. Rejects
   * (TargetFailure and others) when it cannot be opened; it is then stored as failed.
   */
  readonly started: Promise<StartedSession | null>;
  /** Settles when the session has ended, its recording is closed and its end is stored. Never rejects. */
  readonly finished: Promise<EndReason>;
}

/**
 * Puts a session together and sees it through: stored, connected, recorded, finished.
 *
 * @throws TargetFailure when the protocol has no target adapter; nothing is stored then
 * @throws TypeError when the grant was not made by the decision, whatever its type says
 */
export function openSession(context: GatewayContext, request: SessionRequest): OpenedSession {
  const { ports, registry } = context;
  const { grant, principal } = request;
  if (!ConnectionGrant.isGrant(grant)) throw new TypeError("a session opens with a grant of the decision");
  if (grant.isEmergency && !request.recorded) {
    throw new TargetFailure("emergency_unrecorded", text.emergencyUnrecorded);
  }
  const record = recordOf(request, randomUUID(), new Date());
  const target = targetOf(context, request, record.id);
  const charset = charsetCodec(grant.connectOptions.charset);
  const recorder = recorderOf(context, request, record, charset?.encoding ?? "utf-8");
  // The client is made first and the session after it; nothing can be held before both exist.
  const holder: { session: Session | null } = { session: null };
  const client = request.client((held) => holder.session?.hold("client", held));
  const watch = watchOf(request);
  const room = new ShareRoom(ownerOf(record), (news) => client.shared?.(news));
  const control = new ControlStage(watch === null ? [client] : [client, watch]);
  const limits = new LimitsStage({
    ports,
    grant,
    principal,
    // Rights to files are looked at when they are opened; who has lost one begins again.
    actions: request.kind.type === "sftp" ? rightNames.filter((right) => grant.actions.includes(right)) : [],
    ...(context.guardInterval === undefined ? {} : { interval: context.guardInterval }),
  });
  const session = new Session({
    id: record.id,
    language: principal.language,
    size: request.size,
    client,
    target,
    stages: [
      control,
      limits,
      ...zmodemStages(context, request, { sessionId: record.id, client }),
      ...commandsOf(context, request, charset?.encoding ?? "utf-8"),
      ...(request.stages?.(record.id) ?? []),
      ...(recorder === null ? [] : [recorder]),
      ...(watch === null ? [] : [watch]),
    ],
    charset,
  });
  holder.session = session;

  let isStored = false;
  let reached = false;
  let failure: string | null = null;
  let succeeded: Promise<void> = Promise.resolve();

  async function keep(): Promise<void> {
    recorder?.prepare();
    await ports.sessions.open(record);
    isStored = true;
  }

  async function start(): Promise<StartedSession | null> {
    try {
      await stored;
      if (isShellInTerminal(request)) {
        session.print(withParameters(text.connecting, { target: `${record.account}@${record.asset}` }));
      }
      const presented = request.isPresented === true ? ports.sessions.present(record) : null;
      const [shown] = await Promise.all([presented, session.start()]);
      if (session.endReason !== null) return null;
      reached = true;
      succeeded = persist(session.id, () => ports.sessions.succeeded(session.id));
      log.info({ session: session.id, user: principal.userId, asset: grant.asset.id }, "session started");
      return {
        session: shown,
        permission: { actions: [...grant.actions] },
        backspaceAsCtrlH: grant.connectOptions.backspaceAsCtrlH === true,
        ctrlCAsCtrlZ: false,
        recorded: recorder !== null,
      };
    } catch (error) {
      if (session.endReason !== null) return null;
      failure = error instanceof TargetFailure ? error.code : "internal";
      session.end("internal");
      throw error;
    }
  }

  async function finish(): Promise<EndReason> {
    const reason = await session.ended;
    await started.catch(() => undefined);
    await session.close();
    if (isStored) await store(reason);
    // Only now: a stopping gateway waits for what is registered.
    registry.remove(session.id);
    return reason;
  }

  async function store(reason: EndReason): Promise<void> {
    const hasReplay = recorder?.hasReplay === true;
    if (!hasReplay && !reached) {
      await persist(session.id, () => ports.sessions.failed(session.id, failure ?? reason));
    } else {
      const { recordingPath } = record;
      const recording = recorder?.summary ?? null;
      const seen = { hasReplay, recordingPath, recording };
      const outcome = { dateEnd: new Date(), ...seen, reason, ...remarkOf(request) };
      await succeeded;
      await persist(session.id, () => ports.sessions.finish(session.id, outcome));
    }
    log.info({ session: session.id, reason: failure ?? reason }, "session ended");
  }

  const stored = keep();
  const started = start();
  const finished = finish();
  registry.add({
    id: session.id,
    watch,
    room,
    type: (typist, data, drained) => session.inputBy(typist, data, drained),
    tell: (message) => session.print(message),
    applyControl: (command) => control.applyControl(command),
    shutDown: async () => {
      session.end("shutdown", text.shutdown);
      await finished;
    },
  });
  return { session, stored, started, finished };
}

/** Shows it to those who watch, where there is something to see: terminals. */
function watchOf({ grant, kind, size, target }: SessionRequest): WatchStage | null {
  if (kind.type !== "normal" || typeof target === "function") return null;
  const charset = charsetCodec(grant.connectOptions.charset);
  return new WatchStage({ size, charset, hasTerminal: target.terminal !== null });
}

/**
 * Decides about what is run, and keeps it, where something is run: of a session that carries files that is the command
 * line it was asked for by, and in one that carries connections nothing.
 */
function commandsOf(
  { ports }: GatewayContext,
  { grant, kind, principal, target, size, askedBy, isUnattended = false }: SessionRequest,
  encoding: string,
): Stage[] {
  if (typeof target === "function") return [];
  const since = new Date();
  const rules = new SessionRules({
    port: ports.commandRules,
    principal,
    grant,
    mayGoOn: () => mayGoOn(ports, principal, grant, since),
  });
  const { sessions } = ports;
  if (kind.type === "sftp" || target.subsystem !== undefined) {
    const command = askedBy ?? target.command;
    return command === null
      ? []
      : [new OneCommand({ sessions, encoding, rules, carriesFiles: true }, command)];
  }
  const { terminal } = target;
  const command = target.command === null ? null : (askedBy ?? target.command);
  return commandsStages({
    ...{ sessions, size, encoding, command, isUnattended, rules },
    hasTerminal: terminal !== null,
  });
}

/** Whether the session may go on as things stand now, and not when its guards looked last. */
async function mayGoOn(
  ports: GatewayPorts,
  principal: GatewayPrincipal,
  grant: ConnectionGrant,
  since: Date,
): Promise<boolean> {
  if (!(await ports.stillValid(principal))) return false;
  const { endWithPermission } = await ports.limits();
  if (!endWithPermission) return true;
  const time = await ports.permittedTime(grant, principal, { actions: [], since });
  return time !== null && time.ends.getTime() > Date.now();
}

const remarkOf = ({ remark }: SessionRequest): { remark?: string } =>
  remark === undefined ? {} : { remark: remark() };

function recordOf(request: SessionRequest, id: string, dateStart: Date): SessionRecord {
  const { grant, principal, kind, recorded } = request;
  return {
    ...kind,
    id,
    userId: principal.userId,
    user: grant.userDisplay,
    assetId: grant.asset.id,
    asset: grant.assetDisplay,
    accountId: grant.account.id,
    account: grant.accountDisplay,
    protocol: grant.protocol,
    remoteAddress: principal.remoteAddress,
    organizationId: grant.asset.organization.id,
    reviewId: grant.reviewId,
    isEmergency: grant.isEmergency,
    dateStart,
    ...remarkOf(request),
    recordingPath: recorded ? recordingPath(id, dateStart) : null,
  };
}

/** Whether somebody waits for a prompt; a command with a terminal says nothing but what it says itself. */
const isShellInTerminal = ({ target }: SessionRequest): boolean =>
  typeof target !== "function" && target.terminal !== null && target.command === null;

function recorderOf(
  context: GatewayContext,
  request: SessionRequest,
  record: SessionRecord,
  charset: string,
): RecorderStage | null {
  const { ports } = context;
  if (record.recordingPath === null) return null;
  const { target } = request;
  const withoutTerminal = typeof target !== "function" && target.terminal === null;
  const isShell = withoutTerminal && target.command === null;
  return new RecorderStage({
    ...(withoutTerminal && { programLimit: isShell ? async () => Infinity : ports.programRecordingLimit }),
    room: ports.recordingRoom,
    file: resolveRecording(context.dataFolder, record.recordingPath),
    keys: context.keys,
    header: {
      id: record.id,
      started: record.dateStart.toISOString(),
      columns: request.size.cols,
      rows: request.size.rows,
      title: `${record.account}@${record.asset}`,
      charset,
      ...(withoutTerminal ? { withoutTerminal } : {}),
    },
  });
}

/** What carries each protocol. */
const targets: Readonly<Record<string, new (options: SshTargetOptions) => TargetAdapter>> = {
  ssh: SshTarget,
  sftp: SshTarget,
  telnet: TelnetTarget,
};

function targetOf(context: GatewayContext, request: SessionRequest, sessionId: string): TargetAdapter {
  const { grant, principal, target } = request;
  const options: TunnelOptions = {
    grant,
    sessionId,
    links: linksOf(request),
    hostKeys: hostKeysFor(context.ports.hostKeys, { userId: principal.userId, sessionId }),
    health: context.health,
    timeout: connectTimeoutOf(context),
    keepAliveInterval: context.keepAliveInterval,
  };
  if (typeof target === "function") return target(options);
  const { protocol } = grant;
  if (statementProtocols.includes(protocol) && target.terminal === null && target.command !== null) {
    return new StatementTarget({
      ...options,
      statement: target.command,
      language: principal.language,
      program: context.runnerProgram,
    });
  }
  const Target = Object.hasOwn(targets, protocol) ? targets[protocol] : undefined;
  if (Target === undefined) {
    throw new TargetFailure("protocol_unsupported", withParameters(text.protocolUnsupported, { protocol }));
  }
  return new Target({ ...options, program: target });
}

/** Types of platforms, of network devices, whose servers often carry one channel on a connection, and end it with more. */
const carryOneChannel: ReadonlySet<string> = new Set(["general", "switch", "router", "firewall"]);

const linksOf = ({ grant, links }: SessionRequest): LinkPool =>
  links === undefined || carryOneChannel.has(grant.asset.platform.type) ? new LinkPool(0) : links;
