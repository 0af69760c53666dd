import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";

/** One version of a secret. */
interface Version {
  data: Readonly<Record<string, unknown>> | null;
  destroyed: boolean;
}

/** What is at a path. */
interface Entry {
  readonly versions: Map<number, Version>;
  maxVersions: number;
  notes: Readonly<Record<string, string>>;
}

/** A call as the server got it. */
export interface VaultRequest {
  readonly method: string;
  /** Below `/v1/`, without the query. */
  readonly path: string;
  readonly namespace: string;
}

/**
 * What becomes of a call instead: an answer; `hang`, none ever; `drop`, the connection is cut before anything is done;
 * `drop-after`, when it was done; undefined, what the vault does. A promise delays it.
 */
export type VaultFault =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | "hang"
  | "drop"
  | "drop-after"
  | undefined;

/** A server of Vault's API as far as a key/value engine of version 2 goes, for tests: Vault itself cannot be had there. */
export interface TestVault {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** The one token that is let in. */
  readonly token: string;
  readonly mountPoint: string;
  /** Everything that is there, by path. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly requests: readonly VaultRequest[];
  state: "ready" | "sealed" | "not-initialized";
  /** Decides over each call before the vault does. */
  fault: (request: VaultRequest) => VaultFault | Promise<VaultFault>;
  /** The secret of a version that is there, else undefined. */
  secretAt(path: string, version?: number): unknown;
  /** Every plain secret that is there. */
  secrets(): readonly unknown[];
  close(): Promise<void>;
}

/** How the server is started. */
export interface TestVaultOptions {
  readonly mountPoint?: string;
  /** A certificate and its key, in PEM: the server speaks TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

/** Starts a vault on a port of its own. */
export async function startVault({
  mountPoint = "sallyport",
  tls,
}: TestVaultOptions = {}): Promise<TestVault> {
  const entries = new Map<string, Entry>();
  const requests: VaultRequest[] = [];
  const listen: RequestListener = (request, response) => {
    void answer(request, response).catch(() => response.destroy());
  };
  const server = tls === undefined ? createServer(listen) : createSecureServer(tls, listen);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const vault: TestVault = {
    origin: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    token: `hvs.${randomUUID()}`,
    mountPoint,
    entries,
    requests,
    state: "ready",
    fault: () => undefined,
    secretAt(path, version) {
      const entry = entries.get(path);
      const number = version ?? Math.max(0, ...(entry?.versions.keys() ?? []));
      return entry?.versions.get(number)?.data?.secret;
    },
    secrets: () =>
      [...entries.values()].flatMap(({ versions }) =>
        [...versions.values()].flatMap(({ data }) => (data === null ? [] : [data.secret])),
      ),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const url = new URL(request.url ?? "/", "http://vault");
    const call: VaultRequest = {
      method: request.method ?? "",
      path: url.pathname.replace(/^\/v1\//, ""),
      namespace: String(request.headers["x-vault-namespace"] ?? ""),
    };
    requests.push(call);
    const fault = await vault.fault(call);
    if (fault === "hang") return;
    if (fault === "drop") return void request.socket.destroy();
    const text = Buffer.concat(pieces).toString("utf8");
    const { status, body, headers } =
      typeof fault === "object"
        ? { headers: {}, body: null, ...fault }
        : {
            ...decide(
              call,
              url,
              request.headers["x-vault-token"],
              text === "" ? {} : (JSON.parse(text) as Body),
            ),
            headers: {},
          };
    if (fault === "drop-after") return void request.socket.destroy();
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body === null || body === undefined ? "" : JSON.stringify(body));
  }

  function decide({ method, path }: VaultRequest, url: URL, token: unknown, body: Body): Answer {
    if (path === "sys/health") {
      return {
        status: { ready: 200, sealed: 503, "not-initialized": 501 }[vault.state],
        body: { initialized: vault.state !== "not-initialized", sealed: vault.state !== "ready" },
      };
    }
    if (vault.state !== "ready") return { status: 503, body: { errors: ["Vault is sealed"] } };
    if (token !== vault.token) return { status: 403, body: { errors: ["permission denied"] } };
    if (path === "auth/token/lookup-self") return { status: 200, body: { data: { renewable: true } } };
    if (path === "auth/token/renew-self") return { status: 200, body: { auth: { lease_duration: 3600 } } };
    const [, part = "", secretPath = ""] =
      new RegExp(`^${mountPoint}/(data|metadata|destroy)/(.+)$`).exec(path) ?? [];
    if (part === "") return { status: 404, body: { errors: [`no handler for route "${path}"`] } };
    return keyValue(entries, `${method} ${part}`, secretPath, url, body);
  }
  return vault;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Body {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly versions?: readonly number[];
  readonly max_versions?: number;
  readonly custom_metadata?: Readonly<Record<string, string>>;
}

const nothing: Answer = { status: 404, body: { errors: [] } };
const done: Answer = { status: 204, body: null };

/** Versions an entry keeps that says nothing of it. */
const usualVersions = 10;

function keyValue(
  entries: Map<string, Entry>,
  what: string,
  path: string,
  url: URL,
  { data = {}, versions = [], max_versions: maxVersions, custom_metadata: notes }: Body,
): Answer {
  const entry = entries.get(path);
  const made = (): Entry => {
    const fresh: Entry = entry ?? { versions: new Map(), maxVersions: 0, notes: {} };
    entries.set(path, fresh);
    return fresh;
  };
  switch (what) {
    case "POST metadata": {
      const one = made();
      one.maxVersions = maxVersions ?? one.maxVersions;
      one.notes = notes ?? one.notes;
      return done;
    }
    case "GET metadata":
      if (entry === undefined) return nothing;
      return {
        status: 200,
        body: {
          data: {
            versions: Object.fromEntries(
              [...entry.versions].map(([version, { destroyed }]) => [version, { destroyed }]),
            ),
          },
        },
      };
    case "DELETE metadata":
      entries.delete(path);
      return done;
    case "POST data": {
      const one = made();
      const version = Math.max(0, ...one.versions.keys()) + 1;
      one.versions.set(version, { data, destroyed: false });
      const kept = one.maxVersions === 0 ? usualVersions : one.maxVersions;
      for (const old of one.versions.keys()) if (old <= version - kept) one.versions.delete(old);
      return { status: 200, body: { data: { version, destroyed: false } } };
    }
    case "GET data": {
      const version = Number(url.searchParams.get("version") ?? 0);
      const found = entry?.versions.get(version);
      if (found === undefined) return nothing;
      const body = { data: { data: found.data, metadata: { version, destroyed: found.destroyed } } };
      return { status: found.data === null ? 404 : 200, body };
    }
    case "POST destroy":
      for (const version of versions) {
        const one = entry?.versions.get(version);
        if (one !== undefined) Object.assign(one, { data: null, destroyed: true });
      }
      return done;
    default:
      return { status: 405, body: { errors: ["unsupported operation"] } };
  }
}
