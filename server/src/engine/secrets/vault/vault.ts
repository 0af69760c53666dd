import type { SettingsPort } from "../../config/settings-port.ts";
import { createVaultClient, type VaultClient, type VaultSettings } from "./vault-client.ts";
import { VaultError } from "./vault-error.ts";

/** The vault of the installation, as its settings name it at the moment. */
export interface VaultPort {
  /** Whether secrets belong in the vault. What is there is read even when they no longer do. */
  isOn(): Promise<boolean>;
  /** @throws VaultError `vault_not_set_up` */
  client(): Promise<VaultClient>;
}

/** How the vault is named in the settings; null: it is not. */
export async function readVaultSettings(settings: Pick<SettingsPort, "get">): Promise<VaultSettings | null> {
  const [origin, token, mountPoint, namespace, authorities] = await Promise.all(
    [
      "VAULT_HCP_HOST",
      "VAULT_HCP_TOKEN",
      "VAULT_HCP_MOUNT_POINT",
      "VAULT_HCP_NAMESPACE",
      "VAULT_HCP_CA_CERTIFICATE",
    ].map((key) => settings.get<string>(key)),
  );
  if (!origin || !token || !mountPoint) return null;
  return { origin, token, mountPoint, namespace: namespace ?? "", authorities: authorities ?? "" };
}

/** Keeps one client for the settings in force, and another as soon as they change. */
export function createVault(settings: Pick<SettingsPort, "get">): VaultPort {
  let kept: { readonly of: string; readonly client: VaultClient } | null = null;
  return {
    isOn: () => settings.get<boolean>("VAULT_ENABLED"),
    async client() {
      const now = await readVaultSettings(settings);
      if (now === null) throw new VaultError("vault_not_set_up");
      const of = JSON.stringify(now);
      // Calls under way on the former one end by themselves; its idle connections time out.
      if (kept?.of !== of) kept = { of, client: createVaultClient(now) };
      return kept.client;
    },
  };
}
