import type { Json } from "../../engine/json.ts";

/** The clients that this installation does not have. */
const absentClients = {
  TERMINAL_RAZOR_ENABLED: false,
  TERMINAL_MAGNUS_ENABLED: false,
} as const;

/**
 * What a component is told of them: one that serves desktops or databases is there to serve them, and no setting
 * switches it off. Contract: docs/contract/components.md, section 3.
 */
export const clientsToldTo = (type: string): Readonly<Record<keyof typeof absentClients, Json>> => ({
  ...absentClients,
  TERMINAL_RAZOR_ENABLED: type === "razor",
  TERMINAL_MAGNUS_ENABLED: type === "magnus",
});

/**
 * Settings of the contract that nothing in this product reads, because what they switch is not there: the
 * clients for desktops and databases, other directories, cloud synchronisation. They
 * are in no category, so no form offers them; a client that sends them back is not refused, and they are not saved.
 * Those that are public are answered as off. A feature that comes moves its settings into the catalogue.
 * Contract: docs/contract/settings.md, "Settings that are not offered".
 */
export const notAvailable: Readonly<Record<string, Json>> = {
  // Desktops, and the clients of desktops and databases
  ...absentClients,
  TERMINAL_OMNIDB_ENABLED: false,
  WINDOWS_SKIP_ALL_MANUAL_PASSWORD: false,

  // Directories and identity providers
  // Always on: without them anybody could be signed in as somebody else.
  AUTH_OPENID_USE_STATE: true,
  AUTH_OPENID_USE_NONCE: true,

  // Cloud synchronisation
  CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS: 30,
};
