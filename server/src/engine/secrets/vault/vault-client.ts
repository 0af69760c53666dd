import { randomBytes, randomUUID } from "node:crypto";
import { isObject } from "../../json.ts";
import type { VaultLocation } from "./pointer.ts";
import { VaultError } from "./vault-error.ts";
import {
  openConnections,
  type VaultAddress,
  type VaultAnswer,
  type VaultCall,
  type VaultTimeouts,
} from "./vault-request.ts";

/** Which vault, and where in it. */
export interface VaultSettings extends VaultAddress {
  /** Of a key/value engine of version 2, without slashes around it. */
  readonly mountPoint: string;
}

/** What people who look into the vault see of a secret; each at most 500 bytes. */
export type SecretNote = Readonly<Record<string, string>>;

/** The key/value engine (version 2) of a HashiCorp Vault. Everything throws `VaultError`. */
export interface VaultClient {
  /** The secret of that very version. */
  read(location: VaultLocation): Promise<string>;
  /** Writes a new version of a secret and answers where it lies; former versions stay as they are. */
  write(path: string, secret: string, note: SecretNote): Promise<VaultLocation>;
  /** The versions of a path that are there; none when there is no such path. */
  versions(path: string): Promise<readonly number[]>;
  /** Takes versions away for good. Those that are not there are left out. */
  destroy(path: string, versions: readonly number[]): Promise<void>;
  /** Takes a path away with all of its versions. */
  remove(path: string): Promise<void>;
  /** Goes through everything it takes to keep a secret: reach, sign in, write, read, remove. */
  check(): Promise<void>;
  /** Prolongs the token, where it can be prolonged. */
  renewToken(): Promise<void>;
  close(): void;
}

/** Versions that are kept of a secret: former ones stay readable as long as the account is there. */
const keptVersions = 100_000;

/** Longest note that Vault takes, in bytes. */
const longestNote = 500;

/** A client of one vault; it connects when it is asked something. `timeouts`: 3 s to connect, 10 s for an answer. */
export function createVaultClient(settings: VaultSettings, timeouts?: VaultTimeouts): VaultClient {
  const connections = openConnections(settings, timeouts);
  const below = (part: string, path: string): string => `${settings.mountPoint}/${part}/${path}`;

  async function call(call: VaultCall): Promise<VaultAnswer> {
    const answer = await connections.call(call);
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw refusal(answer);
  }

  const client: VaultClient = {
    async read({ path, version, mark }) {
      const { status, body } = await connections.call({
        method: "GET",
        path: `${below("data", path)}?version=${version}`,
      });
      // A version that was taken away is answered with 404 too, and with what is known of it.
      if (status === 404) throw new VaultError("vault_secret_missing");
      if (status !== 200) throw refusal({ status, body });
      const secret = inside(body, "data", "data", "secret");
      const isIt = inside(body, "data", "data", "mark") === mark;
      if (typeof secret !== "string" || !isIt) throw new VaultError("vault_secret_missing");
      return secret;
    },
    async write(path, secret, note) {
      // First, so that no version is dropped that somebody still points to.
      await call({
        method: "POST",
        path: below("metadata", path),
        body: { max_versions: keptVersions, custom_metadata: clipped(note) },
      });
      const mark = randomBytes(9).toString("base64url");
      const data = { secret, mark };
      const { body } = await call({ method: "POST", path: below("data", path), body: { data } });
      const version = inside(body, "data", "version");
      if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
        throw new VaultError("vault_no_engine");
      }
      return { path, version, mark };
    },
    async versions(path) {
      const answer = await connections.call({ method: "GET", path: below("metadata", path) });
      if (answer.status === 404) return [];
      if (answer.status !== 200) throw refusal(answer);
      const versions = inside(answer.body, "data", "versions");
      return Object.entries(isObject(versions) ? versions : {})
        .filter(([, one]) => isObject(one) && one.destroyed !== true)
        .map(([version]) => Number(version));
    },
    async destroy(path, versions) {
      await call({ method: "POST", path: below("destroy", path), body: { versions } });
    },
    async remove(path) {
      const answer = await connections.call({ method: "DELETE", path: below("metadata", path) });
      // Nothing there: that is what was wanted.
      if (answer.status !== 404 && (answer.status < 200 || answer.status >= 300)) throw refusal(answer);
    },
    async check() {
      const health = await connections.call({
        method: "GET",
        path: "sys/health?standbyok=true&perfstandbyok=true",
      });
      if (health.status === 501) throw new VaultError("vault_not_initialized");
      if (health.status === 503) throw new VaultError("vault_sealed");
      const known = await connections.call({ method: "GET", path: "auth/token/lookup-self" });
      if (known.status === 403) throw new VaultError("vault_not_authenticated");
      if (known.status !== 200) throw refusal(known);
      const path = `orgs/test/${randomUUID()}`;
      const secret = randomBytes(16).toString("hex");
      const location = await client.write(path, secret, { name: "test" });
      try {
        if ((await client.read(location)) !== secret) throw new VaultError("vault_no_engine");
      } finally {
        await client.remove(path);
      }
    },
    async renewToken() {
      const { body } = await call({ method: "GET", path: "auth/token/lookup-self" });
      if (inside(body, "data", "renewable") !== true) return;
      await call({ method: "POST", path: "auth/token/renew-self", body: {} });
    },
    close: () => connections.close(),
  };
  return client;
}

/** What an answer means that is none of success. */
function refusal({ status, body }: VaultAnswer): VaultError {
  if (status === 403) return new VaultError("vault_denied");
  // No handler for the route, or one that does not know versions.
  if (status === 404 || status === 405) return new VaultError("vault_no_engine");
  if (status === 429) return new VaultError("vault_busy");
  if (status === 501) return new VaultError("vault_not_initialized");
  if (status === 503) return new VaultError(saysSealed(body) ? "vault_sealed" : "vault_busy");
  return new VaultError("vault_failed", status);
}

function saysSealed(body: unknown): boolean {
  const errors = inside(body, "errors");
  return Array.isArray(errors) && errors.some((error) => /sealed/i.test(String(error)));
}

function inside(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
}

/** Notes as Vault takes them: cut at whole characters. */
function clipped(note: SecretNote): SecretNote {
  return Object.fromEntries(
    Object.entries(note).map(([name, value]) => {
      let text = value;
      while (Buffer.byteLength(text) > longestNote) text = [...text].slice(0, -1).join("");
      return [name, text];
    }),
  );
}
