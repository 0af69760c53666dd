export { openBytesUnder, openUnder, sealBytesUnder, sealUnder } from "./authenticated-cipher.ts";
export { fixedKeyRing, openKeyRing } from "./key-ring.ts";
export { sameText } from "./same-text.ts";
export type { SealedColumn } from "./sealed-values.ts";
export { createSecretBox, type SecretBox } from "./secret-box.ts";
export {
  openStoredSecret,
  type SecretStores,
  SecretUnreadableError,
} from "./secret-store.ts";
export { formatPointer, pointerPrefix, readPointer } from "./vault/pointer.ts";
export { text } from "./vault/texts.ts";
export { readVaultSettings } from "./vault/vault.ts";
export {
  createVaultClient,
  type SecretNote,
  type VaultClient,
  type VaultSettings,
} from "./vault/vault-client.ts";
export { VaultError } from "./vault/vault-error.ts";
export { callsAtOnce } from "./vault/vault-request.ts";
