import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import type { ServerChannel } from "ssh2";
import type { ProgramTerminal } from "../../targets/ssh.ts";
import type { ClientConnection } from "./client-connection.ts";

/** What a client asked for before it asked for a program. */
export interface ChannelSetup {
  /** Null: without a terminal. */
  readonly terminal: ProgramTerminal | null;
  readonly size: TerminalSize;
  /** Variables the client set, of those that are let through. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A channel on which a program was asked for. */
export interface ProgramChannel extends ChannelSetup {
  readonly connection: ClientConnection;
  readonly channel: ServerChannel;
  /** Aborted when the channel is closed, or the client has gone. */
  readonly gone: AbortSignal;
  /** Calls the handler for each change of the window, until the answered function is called. */
  onResize(handler: (size: TerminalSize) => void): () => void;
  /** The same with the names of signals, without `SIG`. */
  onSignal(handler: (name: string) => void): () => void;
}
