import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/database.ts";
import type { EventBus } from "../../engine/events/events.ts";
import type { Json } from "../../engine/json.ts";
import { log } from "../../engine/log.ts";
import type { SecretBox } from "../../engine/secrets/secret-box.ts";
import type { SettingsPort } from "../../engine/services.ts";
import { settingCatalogue } from "./catalogue.ts";
import type { SettingDefinition } from "./setting-kinds.ts";

/** What the settings port works with. */
export interface SettingsPortOptions {
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly secrets: SecretBox;
}

/** After this many milliseconds the settings are read again in the background, in case an announcement was lost. */
const longestTrust = 60_000;

const definitions: Readonly<Record<string, SettingDefinition>> = settingCatalogue;

/**
 * The settings of the installation: all rows are read at once, and again when a change is announced. Only the
 * first reader waits for the database: one that holds the last connection of the pool must not wait for another.
 * A key that is not in the catalogue is a mistake of the caller and throws.
 */
export function createSettingsPort({ db, events, secrets }: SettingsPortOptions): SettingsPort {
  let known: ReadonlyMap<string, Json> | undefined;
  let reading: Promise<ReadonlyMap<string, Json>> | undefined;
  let isOutdated = false;
  let readAt = 0;

  function refresh(): Promise<ReadonlyMap<string, Json>> {
    if (reading !== undefined) {
      // What is being read may be from before the change.
      isOutdated = true;
      return reading;
    }
    isOutdated = false;
    readAt = Date.now();
    reading = read()
      .then((values) => {
        known = values;
        return values;
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

  async function read(): Promise<ReadonlyMap<string, Json>> {
    const rows = await db.selectFrom("settings").select(["key", "value", "sealed"]).execute();
    const values = new Map<string, Json>();
    for (const { key, value, sealed } of rows) {
      if (sealed === null) {
        values.set(key, value);
        continue;
      }
      try {
        values.set(key, secrets.open(sealed, `settings.value:${key}`));
      } catch {
        // One unreadable secret must not take every other setting with it.
        log.error({ key }, "a stored setting does not open with this installation's key; using the default");
      }
    }
    return values;
  }

  async function all(): Promise<ReadonlyMap<string, Json>> {
    if (known === undefined) return refresh();
    if (Date.now() - readAt > longestTrust) refreshInBackground();
    return known;
  }

  return {
    async get<T>(key: string): Promise<T> {
      const definition = definitions[key];
      if (definition === undefined) throw new Error(`"${key}" is not a setting`);
      const value = (await all()).get(key);
      return (value === undefined ? definition.fallback : value) as T;
    },
  };
}
