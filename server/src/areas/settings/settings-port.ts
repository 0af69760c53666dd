import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/database.ts";
import type { EventBus } from "../../engine/events/events.ts";
import type { Json } from "../../engine/json.ts";
import { log } from "../../engine/log.ts";
import type { SecretBox } from "../../engine/secrets/secret-box.ts";
import type { SettingsPort } from "../../engine/services.ts";
import { type SettingDefinition, settingCatalogue } from "./catalogue.ts";

/** What the settings port works with. */
export interface SettingsPortOptions {
  readonly db: Kysely<Database>;
  readonly events: EventBus;
  readonly secrets: SecretBox;
}

/** How long a process may go on with what it read when an announcement was lost, in milliseconds. */
const longestTrust = 60_000;

const definitions: Readonly<Record<string, SettingDefinition>> = settingCatalogue;

/**
 * The settings of the installation: all rows are read at once and kept until a change is announced. A key that
 * is not in the catalogue is a mistake of the caller and throws.
 */
export function createSettingsPort({ db, events, secrets }: SettingsPortOptions): SettingsPort {
  let known: Promise<ReadonlyMap<string, Json>> | undefined;
  let readAt = 0;
  const forget = (): void => {
    known = undefined;
  };
  events.subscribe("settings.changed", forget, forget);

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

  function all(): Promise<ReadonlyMap<string, Json>> {
    if (known !== undefined && Date.now() - readAt < longestTrust) return known;
    readAt = Date.now();
    const reading = read();
    known = reading;
    reading.catch(() => {
      if (known === reading) forget();
    });
    return reading;
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
