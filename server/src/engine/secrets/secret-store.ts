import type { Services } from "../services.ts";
import { readPointer } from "./vault/pointer.ts";
import { VaultError } from "./vault/vault-error.ts";

/** A secret of a row: what is in its column, and what it is bound to. */
export interface StoredSecret {
  /** The sealed value, or a pointer into the vault. */
  readonly kept: string;
  /** What the sealed value is bound to, as `accounts.secret:<id>`. */
  readonly context: string;
  /** How the path in the vault ends, so that a pointer copied from another row does not open. */
  readonly path: string;
}

/** A sealed value does not open: the key is not here, or it was changed or moved. Names its context alone. */
export class SecretUnreadableError extends Error {
  override readonly name = "SecretUnreadableError";
}

/** What opening a secret takes. */
export type SecretStores = Pick<Services, "secrets" | "vault">;

/**
 * The plain secret, from wherever it lies. The caller is responsible for its use.
 * @throws VaultError when the vault does not give it; SecretUnreadableError
 */
export async function openStoredSecret(
  { secrets, vault }: SecretStores,
  { kept, context, path }: StoredSecret,
): Promise<string> {
  const pointer = readPointer(kept);
  if (pointer === null) {
    try {
      return secrets.open(kept, context);
    } catch (cause) {
      throw new SecretUnreadableError(`a secret does not open: ${context}`, { cause });
    }
  }
  if (!pointer.path.endsWith(path)) throw new VaultError("vault_misplaced");
  return (await vault.client()).read(pointer);
}
