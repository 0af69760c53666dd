import type { Socket } from "node:net";
import type { Config, Role } from "../config/config.ts";
import type { DatabaseHandle } from "../database/database.ts";
import type { EventBus } from "../events/events.ts";
import type { HandOffMessage } from "./hand-off-messages.ts";
import type { ChildMessage } from "./messages.ts";

/** The line between a process and its parent. In one process with all roles it leads back to itself. */
export interface ProcessChannel {
  /** Sends a message; dropped when the other side is gone. */
  send(message: ChildMessage): void;
  /** Gives a socket away. When nobody can take it, it is answered 503 and closed. */
  sendSocket(message: HandOffMessage, socket: Socket): void;
  /** Called for each handed-off socket; replaces an earlier handler. */
  onHandOff(handler: (message: HandOffMessage, socket: Socket) => void): void;
}

/** All that the engine gives the entry point of a role. */
export interface Runtime {
  /** What this process is for; the first of its roles when it has several. */
  readonly role: Role;
  readonly config: Config;
  /** This process' own pool. */
  readonly database: DatabaseHandle;
  readonly events: EventBus;
  readonly ipc: ProcessChannel;
  /** What connections of a process that ends TLS begin with; null: clients connect themselves. */
  readonly linkToken: string | null;
  /** Runs in a clean stop after the roles have closed, latest registered first, before events and database close. */
  onShutdown(stop: () => Promise<void> | void): void;
}

/** A started role. `close` ends it cleanly: nothing new is accepted, what runs is finished or ended properly. */
export interface RunningRole {
  close(): Promise<void>;
}

/** A start that trying again will not help; the message is for the operator, who has to change something. */
export class StartRefusedError extends Error {
  override readonly name = "StartRefusedError";
}

/** The entry points of the roles, loaded only in the process that needs them. */
export interface RoleStarters {
  web(runtime: Runtime): Promise<RunningRole>;
  gateway(runtime: Runtime): Promise<RunningRole>;
}
