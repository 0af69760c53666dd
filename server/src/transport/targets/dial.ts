import { connect, type Socket } from "node:net";
import { withParameters } from "../../engine/i18n/messages.ts";
import { displayAddress, TargetFailure } from "./failure.ts";
import { text } from "./texts.ts";

/** Where a connection goes. */
export interface Endpoint {
  /** Name or address. */
  readonly address: string;
  readonly port: number;
}

/** How long is waited, and what gives up earlier. */
export interface DialOptions {
  /** Longest wait for the connection, in milliseconds. */
  readonly timeout: number;
  /** Aborting it ends the connection, also later on. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a TCP connection that sends without delay. Errors after it stands end it, and never the process.
 *
 * @throws TargetFailure `refused`, `unreachable`, `unknown_host`, `timeout` or `stopped`
 */
export function dial(endpoint: Endpoint, { timeout, signal }: DialOptions): Promise<Socket> {
  const fail = failures(endpoint, timeout);
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(fail("stopped"));
      return;
    }
    const socket = connect({ host: endpoint.address, port: endpoint.port, noDelay: true });
    const stop = () => {
      reject(fail("stopped"));
      socket.destroy();
    };
    signal?.addEventListener("abort", stop, { once: true });
    socket.setTimeout(timeout, () => {
      reject(fail("timeout"));
      socket.destroy();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => reject(fail(codeOf(error))));
    socket.once("close", () => {
      signal?.removeEventListener("abort", stop);
      reject(fail("unreachable"));
    });
    socket.once("connect", () => {
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

type DialCode = "refused" | "unreachable" | "unknown_host" | "timeout" | "stopped";

const messages = {
  refused: text.refused,
  unreachable: text.unreachable,
  unknown_host: text.unknownHost,
  timeout: text.timeout,
  stopped: text.stopped,
} as const;

/** Makes the failures of reaching one endpoint. */
export function failures({ address, port }: Endpoint, timeout: number): (code: DialCode) => TargetFailure {
  const parameters = { target: displayAddress(address, port), seconds: Math.round(timeout / 1000) };
  return (code) => new TargetFailure(code, withParameters(messages[code], parameters));
}

function codeOf(error: NodeJS.ErrnoException): DialCode {
  switch (error.code) {
    case "ECONNREFUSED":
      return "refused";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "unknown_host";
    case "ETIMEDOUT":
      return "timeout";
    default:
      return "unreachable";
  }
}
