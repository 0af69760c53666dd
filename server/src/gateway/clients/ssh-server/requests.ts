import type {
  AcceptConnection,
  AuthContext,
  ExecInfo,
  PseudoTtyInfo,
  RejectConnection,
  ServerChannel,
  Session,
  SessionAccept,
  SetEnvInfo,
  SignalInfo,
  SocketRequestInfo,
  SubsystemInfo,
  TcpipRequestInfo,
  WindowChangeInfo,
} from "ssh2";

/**
 * Everything a client of the SSH server can ask for, by the names ssh2 reports it with: nobody listens to anything
 * else. What is here has to be in the test of all access channels too, or that does not compile.
 */
export interface ConnectionRequests {
  readonly authentication: (attempt: AuthContext) => void;
  readonly session: (accept: AcceptConnection<Session>, reject: RejectConnection) => void;
  readonly tcpip: (
    accept: AcceptConnection<ServerChannel>,
    reject: RejectConnection,
    info: TcpipRequestInfo,
  ) => void;
  readonly "openssh.streamlocal": (
    accept: AcceptConnection<ServerChannel>,
    reject: RejectConnection,
    info: SocketRequestInfo,
  ) => void;
  /** A global request; if no answer was requested there is nothing to accept. */
  readonly request: (
    accept: ((chosenPort?: number) => void) | undefined,
    reject: (() => void) | undefined,
    name: string,
    info: unknown,
  ) => void;
}

/** What a client can ask of a session channel. */
export interface SessionRequests {
  readonly pty: (
    accept: SessionAccept | undefined,
    reject: RejectConnection | undefined,
    info: PseudoTtyInfo,
  ) => void;
  readonly env: (
    accept: SessionAccept | undefined,
    reject: RejectConnection | undefined,
    info: SetEnvInfo,
  ) => void;
  readonly "window-change": (
    accept: SessionAccept | undefined,
    reject: RejectConnection | undefined,
    info: WindowChangeInfo,
  ) => void;
  readonly signal: (
    accept: SessionAccept | undefined,
    reject: RejectConnection | undefined,
    info: SignalInfo,
  ) => void;
  readonly shell: (accept: AcceptConnection<ServerChannel>, reject: RejectConnection) => void;
  readonly exec: (accept: AcceptConnection<ServerChannel>, reject: RejectConnection, info: ExecInfo) => void;
  readonly subsystem: (
    accept: AcceptConnection<ServerChannel>,
    reject: RejectConnection,
    info: SubsystemInfo,
  ) => void;
}

/** Names of the subsystems that are served. */
export type Subsystem = "sftp";

/** Names of the global requests that are granted. */
export type GlobalRequest = "tcpip-forward" | "cancel-tcpip-forward";

/** Something that reports requests, as those see it who answer them. */
export interface RequestSource<Requests> {
  on<Name extends keyof Requests & string>(request: Name, answer: Requests[Name]): void;
}
