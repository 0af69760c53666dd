import type { ConnectionOptions } from "../database/connection.ts";
import type { HandOffMessage, HandOffReceipt } from "./socket-handoff.ts";

/** The kinds of process the supervisor runs: `web` also does the worker's jobs. */
export type ProcessName = "web" | "gateway";

/** What a process of the product tells the supervisor. */
export type ChildMessage =
  | { readonly type: "ready" }
  /** The account of the first start; `password` is null when the operator chose it. */
  | { readonly type: "first-sign-in"; readonly username: string; readonly password: string | null }
  /** It cannot start, and trying again will not help; `message` is for the operator. */
  | { readonly type: "refused"; readonly message: string }
  | HandOffMessage
  | HandOffReceipt;

/** What the supervisor tells a process. `secretKey` travels as base64. */
export type SupervisorMessage =
  | {
      readonly type: "start";
      readonly config: Readonly<Record<string, unknown>>;
      readonly secretKey: string;
      readonly connection: ConnectionOptions;
    }
  | { readonly type: "stop" }
  | HandOffMessage
  | HandOffReceipt;
