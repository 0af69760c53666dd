import type { ConnectionOptions } from "../database/connection.ts";
import type { TlsOptions } from "../tls/tls-options.ts";
import type { HandOffMessage, HandOffReceipt } from "./hand-off-messages.ts";

/** The kinds of process the supervisor runs: `web` also does the worker's jobs. */
export type ProcessName = "web" | "gateway";

/** The process that offers the demonstration's shell. */
export const shellProcessName = "demo-shell";

/** The process that ends TLS. */
export const tlsProcessName = "tls";

/** What a process of the product tells the supervisor. */
export type ChildMessage =
  | { readonly type: "ready" }
  /** The account of the first start; `password` is null when the operator chose it. */
  | { readonly type: "first-sign-in"; readonly username: string; readonly password: string | null }
  /** Sign-ins of the demonstration that was made in this start. */
  | {
      readonly type: "demo-sign-ins";
      readonly signIns: readonly { readonly username: string; readonly password: string }[];
    }
  /** It cannot start, and trying again will not help; `message` is for the operator. */
  | { readonly type: "refused"; readonly message: string }
  /** Web takes connections of what ends TLS on this port of the machine. */
  | { readonly type: "listening"; readonly port: number }
  | HandOffMessage
  | HandOffReceipt;

/** Messages from the supervisor to a process. Keys travel as base64. */
export type SupervisorMessage =
  | {
      readonly type: "start";
      readonly config: Readonly<Record<string, unknown>>;
      readonly secretKeys: readonly string[];
      readonly connection: ConnectionOptions;
      /** What ends TLS says it to web; null: clients connect to web themselves. */
      readonly linkToken: string | null;
    }
  /** To the demonstration's shell: it reads what it needs there, and gets no key and no database. */
  | { readonly type: "start-shell"; readonly dataFolder: string }
  /** To what ends TLS: it gets no key but its certificate's, and no database. */
  | { readonly type: "start-tls"; readonly options: TlsOptions; readonly productPort: number | null }
  | { readonly type: "product-port"; readonly port: number }
  | { readonly type: "reload-certificate" }
  | { readonly type: "stop" }
  | HandOffMessage
  | HandOffReceipt;
