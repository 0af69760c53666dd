import { ApiError } from "../../engine/errors.ts";
import { translate } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import { TargetFailure, withTimeout } from "../../transport/targets/index.ts";
import {
  connectTimeoutOf,
  type GatewayContext,
  type OpenedSession,
  openSession,
  type SessionRequest,
} from "../open-session.ts";
import type { GatewayPrincipal } from "../ports.ts";
import type { TargetProgram } from "../targets/ssh.ts";
import { fileCopies } from "./copies.ts";
import type { RemoteAccount } from "./file-view.ts";
import { SessionFileLog } from "./records.ts";
import { fileRights } from "./rights.ts";
import { PacketBatch } from "./sftp/packet-batch.ts";
import { RemoteFiles } from "./sftp/remote-files.ts";
import { startFolder } from "./start-folder.ts";
import { fileText } from "./texts.ts";

/** Messages to clients that open the files of an account. */
export interface AccountFilesEvents {
  /** Requests are to be held back under a name, or may come again: the target does not read, or it is locked. */
  hold(name: string, held: boolean): void;
  /** A line for the person. */
  notice(line: string): void;
  /** The session is over. */
  ended(): void;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
}

/** The files of an account, opened: a session of its own. */
export interface AccountFiles extends Pick<OpenedSession, "session" | "finished"> {
  readonly account: RemoteAccount;
}

/** Whose files are opened, for whom. */
type AccountFilesRequest = Pick<SessionRequest, "principal" | "grant" | "links" | "askedBy"> & {
  /** How the list of sessions says they came. */
  readonly loginFrom: "ST" | "WT";
};

const sftpProgram: TargetProgram = { command: null, subsystem: "sftp", terminal: null, environment: {} };

/**
 * Opens the files of what was granted: a session with the limits, the control and the end of any other, whose target is
 * the SFTP server of the machine.
 *
 * @throws TargetFailure, and others that `openSession` rejects with
 */
export async function openAccountFiles(
  context: GatewayContext,
  { principal, grant, links, askedBy, loginFrom }: AccountFilesRequest,
  events: AccountFilesEvents,
): Promise<AccountFiles> {
  const { dataFolder, keys, ports, records } = context;
  // Made first, and the session after it: nothing is written before both exist.
  const opened: { current: OpenedSession | null } = { current: null };
  const requests = new PacketBatch((data) => {
    if (opened.current?.session.input(data) === false) events.hold("target", true);
  });
  const files = new RemoteFiles(
    (data) => requests.add(data),
    () => opened.current?.session.end("target_misbehaved", fileText.misbehavingServer),
  );
  const current = openSession(context, {
    principal,
    // Bytes of files, and names in them, are the target's own: nothing is put into another encoding.
    grant: grant.withoutConnectOptions(),
    kind: { type: "sftp", loginFrom },
    size: { cols: 80, rows: 24 },
    recorded: false,
    target: sftpProgram,
    askedBy,
    links,
    client: () => ({
      output: (data, isError) => {
        if (isError !== true) files.receive(data);
      },
      inputDrained: () => events.hold("target", false),
      paused: () => events.hold("locked", true),
      resumed: () => events.hold("locked", false),
      notice: (line) => events.notice(line),
    }),
  });
  opened.current = current;
  const { session, started, finished } = current;
  const leave = () => session.end("client_closed");
  if (events.gone.aborted) leave();
  else events.gone.addEventListener("abort", leave, { once: true });
  let isOpen = false;
  void session.ended.then(() => {
    events.gone.removeEventListener("abort", leave);
    files.end();
    // Who never had the files is informed of the failure instead.
    if (isOpen) events.ended();
  });
  try {
    if ((await started) === null) throw new TargetFailure("connection_lost", fileText.ended);
    const misbehaved = () => new TargetFailure("target_misbehaved", fileText.misbehavingServer);
    const extensions = await withTimeout(connectTimeoutOf(context), files.start(), misbehaved).catch(() => {
      throw misbehaved();
    });
    const wanted = await ports.files.startFolder(grant.asset.id);
    const names = { account: grant.account.username, user: principal.username };
    const home = await startFolder(files, wanted, names);
    if (home === null) throw new TargetFailure("start_folder_missing", fileText.startFolderMissing);
    const account: RemoteAccount = {
      files,
      rights: fileRights(grant.actions),
      log: new SessionFileLog(records, { grant, principal, sessionId: session.id }),
      copies: fileCopies(dataFolder, keys, await ports.files.copyLimit()),
      extensions,
      home,
      isConfined: wanted.isConfined,
    };
    if (session.endReason !== null) throw new TargetFailure("connection_lost", fileText.ended);
    isOpen = true;
    return { account, session, finished };
  } catch (error) {
    const isMisbehaviour = error instanceof TargetFailure && error.code === "target_misbehaved";
    session.end(isMisbehaviour ? "target_misbehaved" : "target_closed");
    throw error;
  }
}

/** Why something could not be opened, in the person's language. What has no words for people is an error of ours. */
export function failureLine(error: unknown, { language }: Pick<GatewayPrincipal, "language">): string {
  if (error instanceof TargetFailure || error instanceof ApiError) return translate(error.detail, language);
  log.error({ err: error }, "files could not be opened");
  return translate(fileText.internal, language);
}
