import type { Socket } from "node:net";
import type { Admission } from "./admission.ts";
import type { SshServerSettings } from "./ports.ts";

/** A client that has connected. */
export interface IncomingConnection {
  readonly socket: Socket;
  /** The client's address, a trusted proxy taken into account. */
  readonly address: string;
  readonly admission: Admission;
  readonly settings: SshServerSettings;
}
