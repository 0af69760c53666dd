import { hkdfSync } from "node:crypto";
import { openUnder, sealUnder } from "./authenticated-cipher.ts";
import type { InstallationKey, KeyRing } from "./key-ring.ts";

/**
 * Encryption at rest. `context` names where the value lives (`accounts.secret:<id>`) and is authenticated, so
 * a sealed value copied to another row or column does not open.
 */
export interface SecretBox {
  /** Plain text -> `v2.<key id>.` + base64url(nonce, cipher text, tag) under AES-256-GCM. */
  seal(plain: string, context: string): string;
  /** The plain text; throws when the value was changed, moved, or sealed under a key that is not here. */
  open(sealed: string, context: string): string;
  /** Whether the value is sealed under the current key. */
  isCurrent(sealed: string): boolean;
  /** What every value sealed under the current key begins with. */
  currentPrefix(): string;
  /** A 32-byte key for one purpose, derived from the current key: for what may end when the key is rotated. */
  deriveKey(purpose: string): Buffer;
}

const version = "v2.";

/** Values of before keys had names; whichever key opens them is theirs. */
const nameless = "v1.";

/** Makes the box of an installation from its keys. */
export function createSecretBox(keys: KeyRing): SecretBox {
  const sealingKeys = new Map<string, Buffer>();
  const sealingKey = ({ id, bytes }: InstallationKey): Buffer => {
    const known = sealingKeys.get(id) ?? derive(bytes, "secrets at rest");
    sealingKeys.set(id, known);
    return known;
  };
  const currentPrefix = (): string => `${version}${keys.current().id}.`;
  return {
    deriveKey: (purpose) => derive(keys.current().bytes, purpose),
    currentPrefix,
    isCurrent: (sealed) => sealed.startsWith(currentPrefix()),
    seal(plain, context) {
      const current = keys.current();
      return `${version}${current.id}.${sealUnder(sealingKey(current), plain, context)}`;
    },
    open(sealed, context) {
      if (sealed.startsWith(nameless)) {
        return openNameless(sealed.slice(nameless.length), context, keys.all().map(sealingKey));
      }
      if (!sealed.startsWith(version)) throw new Error(`not a sealed value: ${context}`);
      const [id = "", body = ""] = sealed.slice(version.length).split(".");
      const key = keys.find(id);
      if (key === undefined) throw new Error(`sealed with the key ${id}, which is not here: ${context}`);
      return openUnder(sealingKey(key), body, context);
    },
  };
}

function derive(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "sallyport", purpose, 32));
}

function openNameless(body: string, context: string, keys: readonly Buffer[]): string {
  let failure: unknown;
  for (const key of keys) {
    try {
      return openUnder(key, body, context);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
