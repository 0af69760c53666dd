import { isRecord } from "../../kit/api/api-error.ts";

/** A user name typed on an asset before, and its secret where the person asked to remember it. */
export interface RememberedLogin {
  alias: string;
  username: string;
  secret: string;
}

interface StoredLogin {
  alias: string;
  username: string;
  /** Encrypted, base64 of nonce and ciphertext; empty when only the name is remembered. */
  secret: string;
  rememberAuth: boolean;
}

const DATABASE = "sallyport-terminal";
const STORE = "keys";
const LIMIT = 10;

const storageKey = (userId: string, assetId: string) => `JMS_MA_${assetId}_${userId}`;

/**
 * Whether secrets can be remembered here at all: the browser keeps the key where scripts cannot read it, which it
 * offers on encrypted sites and on this machine only.
 */
export function canRememberSecrets(): boolean {
  return globalThis.isSecureContext === true && "subtle" in crypto && "indexedDB" in globalThis;
}

function request<Result>(work: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    work.onsuccess = () => resolve(work.result);
    work.onerror = () => reject(work.error ?? new Error("browser storage failed"));
  });
}

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return request(opening);
}

/** The person's key: made once, never extractable, so that copying the browser's storage does not give it away. */
async function personalKey(userId: string): Promise<CryptoKey> {
  const database = await openDatabase();
  try {
    const found = await request<unknown>(database.transaction(STORE).objectStore(STORE).get(userId));
    if (found instanceof CryptoKey) return found;
    const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
    await request(database.transaction(STORE, "readwrite").objectStore(STORE).put(key, userId));
    return key;
  } finally {
    database.close();
  }
}

function readStored(userId: string, assetId: string): StoredLogin[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey(userId, assetId)) ?? "[]");
    if (!Array.isArray(value)) return [];
    return value.filter(
      (entry): entry is StoredLogin =>
        isRecord(entry) &&
        typeof entry.alias === "string" &&
        typeof entry.username === "string" &&
        typeof entry.secret === "string",
    );
  } catch {
    return [];
  }
}

/** The user names typed on an asset before, newest first. */
export function rememberedUsernames(userId: string, assetId: string): string[] {
  return readStored(userId, assetId).map(({ username }) => username);
}

/** The remembered secret for a user name on an asset; undefined when there is none or it can no longer be read. */
export async function readRememberedSecret(
  userId: string,
  assetId: string,
  username: string,
): Promise<string | undefined> {
  const entry = readStored(userId, assetId).find((stored) => stored.username === username);
  if (entry === undefined || entry.secret === "" || !canRememberSecrets()) return undefined;
  try {
    const bytes = Uint8Array.from(atob(entry.secret), (character) => character.charCodeAt(0));
    const key = await personalKey(userId);
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: bytes.subarray(0, 12) },
      key,
      bytes.subarray(12),
    );
    return new TextDecoder().decode(plain);
  } catch {
    return undefined;
  }
}

/** Remembers a user name, and its secret unless that is empty; an earlier entry of the same name is replaced. */
export async function rememberLogin(userId: string, assetId: string, login: RememberedLogin): Promise<void> {
  let secret = "";
  if (login.secret !== "" && canRememberSecrets()) {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const data = new TextEncoder().encode(login.secret);
    const cipher = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await personalKey(userId), data);
    secret = btoa(String.fromCharCode(...iv, ...new Uint8Array(cipher)));
  }
  const entry: StoredLogin = {
    alias: login.alias,
    username: login.username,
    secret,
    rememberAuth: secret !== "",
  };
  const others = readStored(userId, assetId).filter((stored) => stored.username !== login.username);
  localStorage.setItem(storageKey(userId, assetId), JSON.stringify([entry, ...others].slice(0, LIMIT)));
}
