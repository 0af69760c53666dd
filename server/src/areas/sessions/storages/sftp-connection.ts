import { createHash } from "node:crypto";
import type { Client, SFTPWrapper } from "ssh2";
import { type HostKeyStore, openRoute, openSshConnection } from "../../../transport/ssh/index.ts";
import { TargetFailure } from "../../../transport/targets/index.ts";
import { StorageError, type StorageProblem } from "./storage-error.ts";

/** A folder of an SFTP server. Holds a secret. */
export interface SftpFolder {
  /** Of the storage; storages share no connection, because each has a host key of its own. */
  readonly id: string;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** A password, or a private key that is not encrypted. */
  readonly secret: string;
  /** The folder; empty: where the server puts whoever signs in. Relative ones begin there too. */
  readonly root: string;
  readonly hostKeys: HostKeyStore;
  /** Longest time of one request, in milliseconds. */
  readonly timeout: number;
}

/** Milliseconds a connection stays without work: a player reads piece after piece. */
const longestIdle = 30_000;

/** A connection that is signed in, and how many are at work on it. */
interface Open {
  readonly sftp: SFTPWrapper;
  readonly client: Client;
  /** Fails when the connection ends. */
  readonly lost: Promise<never>;
  readonly close: () => void;
  users: number;
  idle: NodeJS.Timeout | null;
}

const connections = new Map<string, Promise<Open>>();

/** What a connection was opened with; the secret as a digest. */
const keyOf = ({ id, host, port, username, secret }: SftpFolder): string =>
  JSON.stringify([id, host, port, username, createHash("sha256").update(secret).digest("base64")]);

const problems: Readonly<Record<string, StorageProblem>> = {
  timeout: "slow",
  authentication_failed: "password",
  method_not_offered: "password",
  secret_missing: "password",
  key_unreadable: "password",
  host_key_changed: "host_key",
};

async function open(folder: SftpFolder): Promise<Open> {
  const { host, port, username, secret, hostKeys, timeout } = folder;
  const options = { hostKeys, timeout };
  const route = await openRoute([], options);
  const stream = await route.dial({ address: host, port });
  try {
    const secretType = secret.startsWith("-----BEGIN") ? "ssh_key" : "password";
    const { client } = await openSshConnection(
      stream,
      {
        endpoint: { assetId: "", host, port },
        account: { display: username, username, secretType, secret },
        profile: "modern",
      },
      options,
    );
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
      client.once("close", () => reject(new StorageError("unreachable")));
      client.sftp((error, opened) =>
        error === undefined ? resolve(opened) : reject(new StorageError("no_sftp")),
      );
    });
    // An error of one request is that request's; the wrapper tells it once more.
    sftp.on("error", () => undefined);
    const close = () => {
      client.end();
      stream.destroy();
    };
    const lost = new Promise<never>((_resolve, reject) => {
      client.once("close", () => reject(new StorageError("unreachable")));
    });
    lost.catch(() => undefined);
    return { sftp, client, lost, close, users: 0, idle: null };
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

function connected(folder: SftpFolder): Promise<Open> {
  const key = keyOf(folder);
  const standing = connections.get(key);
  if (standing !== undefined) return standing;
  const opening = open(folder);
  connections.set(key, opening);
  const forget = () => {
    if (connections.get(key) === opening) connections.delete(key);
  };
  opening.then(({ client }) => client.once("close", forget), forget);
  return opening;
}

function explain(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof TargetFailure) return new StorageError(problems[error.code] ?? "unreachable");
  const { code } = error as { readonly code?: unknown };
  // Status codes of SFTP (draft-ietf-secsh-filexfer-02, 7).
  if (code === 2) return new StorageError("missing");
  if (code === 3) return new StorageError("denied");
  return new StorageError("failed");
}

/**
 * Does something in a folder, over the connection that stands or a new one.
 * @throws StorageError
 */
export async function inFolder<T>(folder: SftpFolder, work: (sftp: SFTPWrapper) => Promise<T>): Promise<T> {
  let standing: Open;
  try {
    standing = await connected(folder);
  } catch (error) {
    throw explain(error);
  }
  standing.users += 1;
  if (standing.idle !== null) clearTimeout(standing.idle);
  standing.idle = null;
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    late = setTimeout(() => {
      reject(new StorageError("slow"));
      // Whatever is asked next gets a connection of its own.
      standing.close();
    }, folder.timeout);
  });
  try {
    return await Promise.race([work(standing.sftp), standing.lost, tooLate]);
  } catch (error) {
    throw explain(error);
  } finally {
    clearTimeout(late);
    standing.users -= 1;
    if (standing.users === 0) {
      standing.idle = setTimeout(standing.close, longestIdle);
      standing.idle.unref();
    }
  }
}
