/** How many secrets lie where (docs/contract/accounts.md, "The vault"); an addition to the contract. */
export interface VaultState {
  readonly enabled: boolean;
  readonly in_vault: number;
  readonly in_database: number;
}

export const VAULT_STATE_URL = "/api/v1/sallyport/vault/";

/** What a sync would do: move secrets into the vault, bring them back to the database, or nothing. */
export type SyncWay = "toVault" | "toDatabase" | "none";

/**
 * Which way a sync goes. A server that does not reveal where secrets lie moves them into the vault when that is on.
 *
 * @param enabled whether the server keeps secrets in the vault, as its settings say
 */
export function syncWay(enabled: boolean, state: VaultState | undefined): SyncWay {
  if (enabled) return "toVault";
  return state !== undefined && state.in_vault > 0 ? "toDatabase" : "none";
}

/** Whether secrets lie where they do not belong: a sync is to be run, or under way. */
export function isBetween({ enabled, in_vault, in_database }: VaultState): boolean {
  return (enabled ? in_database : in_vault) > 0;
}
