import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { VaultError } from "./vault-error.ts";

/** Where a vault is, and how one proves who one is there. */
export interface VaultAddress {
  /** `https://vault.example.com:8200`; plain `http` for a vault on this machine or behind a proxy. */
  readonly origin: string;
  readonly token: string;
  /** Of Vault Enterprise and HCP; `""`: none. */
  readonly namespace: string;
  /** Certificates, in PEM, of the authorities that are trusted for it; `""`: those of the system. */
  readonly authorities: string;
}

/** What the vault answered. */
export interface VaultAnswer {
  readonly status: number;
  /** The body as JSON; null when there was none. */
  readonly body: unknown;
}

/** One call of the vault's API. */
export interface VaultCall {
  readonly method: "GET" | "POST" | "DELETE" | "LIST";
  /** Below `/v1/`. */
  readonly path: string;
  readonly body?: unknown;
}

/** Milliseconds to be connected in, and to be answered in whole. */
export interface VaultTimeouts {
  readonly connect: number;
  readonly whole: number;
}

const defaultTimeouts: VaultTimeouts = { connect: 3_000, whole: 10_000 };

/** Calls under way at once; more wait for a connection, not on the vault. */
export const callsAtOnce = 16;

/** Milliseconds a connection is kept that nothing is asked on. */
const idle = 60_000;

/** Largest answer that is read, in bytes. */
const largestAnswer = 8 * 1024 * 1024;

/** Connections to one vault, kept open between calls. Redirects are not followed. */
export interface VaultConnections {
  /**
   * @throws VaultError when no answer came, or one that is not the vault's
   */
  call(call: VaultCall): Promise<VaultAnswer>;
  close(): void;
}

/** Opens nothing yet: connections are made as calls need them. */
export function openConnections(
  address: VaultAddress,
  timeouts: VaultTimeouts = defaultTimeouts,
): VaultConnections {
  const isSecure = address.origin.startsWith("https:");
  const trusted = address.authorities === "" ? {} : { ca: address.authorities };
  const open = (keepAlive: boolean): PlainAgent => {
    const options = { keepAlive, maxSockets: callsAtOnce, timeout: idle };
    return isSecure ? new SecureAgent({ ...options, ...trusted }) : new PlainAgent(options);
  };
  const [agent, anew] = [open(true), open(false)];
  return {
    async call(call) {
      try {
        return await once(address, agent, call, timeouts);
      } catch (error) {
        // A kept connection that the other side had closed: nothing was done yet, or what was done may be repeated.
        if (error instanceof StaleConnection) return once(address, anew, call, timeouts);
        throw error;
      }
    },
    close() {
      agent.destroy();
      anew.destroy();
    },
  };
}

/** Thrown within this file alone. */
class StaleConnection extends Error {}

function once(
  { origin, token, namespace }: VaultAddress,
  agent: PlainAgent,
  { method, path, body }: VaultCall,
  timeouts: VaultTimeouts,
): Promise<VaultAnswer> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const send = origin.startsWith("https:") ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(`${origin}/v1/${path}`, {
      agent,
      method,
      headers: {
        "x-vault-request": "true",
        ...(token === "" ? {} : { "x-vault-token": token }),
        ...(namespace === "" ? {} : { "x-vault-namespace": namespace }),
        ...(payload === undefined
          ? {}
          : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
      },
    });
    // A call that waits for a free connection has not begun: its clock starts when it gets one.
    let connecting: NodeJS.Timeout | undefined;
    let whole: NodeJS.Timeout | undefined;
    const fail = (error: Error): void => {
      clearTimeout(connecting);
      clearTimeout(whole);
      request.destroy();
      reject(error);
    };
    request.on("socket", (socket) => {
      whole = setTimeout(() => fail(new VaultError("vault_timeout")), timeouts.whole);
      if (request.reusedSocket || !socket.connecting) return;
      connecting = setTimeout(() => fail(new VaultError("vault_unreachable")), timeouts.connect);
      const isReady = origin.startsWith("https:") ? "secureConnect" : "connect";
      socket.once(isReady, () => clearTimeout(connecting));
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      fail(request.reusedSocket && isClosed(error) ? new StaleConnection() : explain(error));
    });
    request.on("response", (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      response.on("data", (piece: Buffer) => {
        size += piece.length;
        if (size > largestAnswer) fail(new VaultError("vault_failed", response.statusCode ?? 0));
        else pieces.push(piece);
      });
      response.on("error", (error) => fail(explain(error)));
      response.on("end", () => {
        clearTimeout(whole);
        const status = response.statusCode ?? 0;
        if (status >= 300 && status < 400) return reject(new VaultError("vault_redirects"));
        resolve({ status, body: readJson(Buffer.concat(pieces).toString("utf8")) });
      });
    });
    request.end(payload);
  });
}

const isClosed = ({ code }: NodeJS.ErrnoException): boolean => code === "ECONNRESET" || code === "EPIPE";

function readJson(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function explain(error: NodeJS.ErrnoException): VaultError {
  const isCertificate = /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(error.code ?? "");
  return new VaultError(isCertificate ? "vault_untrusted" : "vault_unreachable");
}
