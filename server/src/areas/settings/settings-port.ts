import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { EventBus } from "../../engine/events/index.ts";
import { log } from "../../engine/log.ts";
import type { SecretBox } from "../../engine/secrets/index.ts";
import type { SettingsPort } from "../../engine/services.ts";
import { effectiveValue, type SettingsConfig } from "./effective-value.ts";
import { readStoredSettings, type StoredSettings } from "./stored-settings.ts";

/** What the settings port works with. */
export interface SettingsPortOptions {
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly secrets: SecretBox;
  /** What holds where no administrator said otherwise. */
  readonly config: SettingsConfig;
}

/** After this many milliseconds the settings are read again in the background, in case an announcement was lost. */
const longestTrust = 60_000;

/**
 * The settings of the installation: all rows are read at once, and again when a change is announced. Only the
 * first reader waits for the database: one that holds the last connection of the pool must not wait for another.
 * A key that is not in the catalogue is a mistake of the caller and throws.
 */
export function createSettingsPort({ db, events, secrets, config }: SettingsPortOptions): SettingsPort {
  let known: StoredSettings | undefined;
  let reading: Promise<StoredSettings> | undefined;
  let isOutdated = false;
  let readAt = 0;

  function refresh(): Promise<StoredSettings> {
    if (reading !== undefined) {
      // What is being read may be from before the change.
      isOutdated = true;
      return reading;
    }
    isOutdated = false;
    readAt = Date.now();
    reading = readStoredSettings(db, secrets)
      .then((stored) => {
        known = stored;
        return stored;
      })
      .finally(() => {
        reading = undefined;
        if (isOutdated) refreshInBackground();
      });
    return reading;
  }

  function refreshInBackground(): void {
    refresh().catch((error: unknown) => log.warn({ err: error }, "the settings could not be read again"));
  }

  const changed = (): void => {
    if (known !== undefined || reading !== undefined) refreshInBackground();
  };
  events.subscribe("settings.changed", changed, changed);

  async function all(): Promise<StoredSettings> {
    if (known === undefined) return refresh();
    if (Date.now() - readAt > longestTrust) refreshInBackground();
    return known;
  }

  return {
    async get<T>(key: string): Promise<T> {
      return effectiveValue(await all(), config, key) as T;
    },
    async catchUp(version) {
      // What is being read when this is asked may still be older.
      while (known !== undefined && known.version < version) await refresh();
    },
  };
}
