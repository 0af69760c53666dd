import { parseArgs } from "node:util";
import {
  indexRecordings,
  moveNamedRecordings,
  outdateMoments,
  StorageError,
  UnknownStorageError,
} from "./areas/sessions/index.ts";
import { type Config, loadConfig } from "./engine/config/config.ts";
import { ConfigError } from "./engine/config/config-error.ts";
import type { DatabaseHandle } from "./engine/database/database.ts";
import { openEventBus } from "./engine/events/events.ts";
import { registerKeys } from "./engine/secrets/key-register.ts";
import { openKeyRing } from "./engine/secrets/key-ring.ts";
import { createSecretBox } from "./engine/secrets/secret-box.ts";
import { createProduct } from "./product.ts";
import { withProductDatabase } from "./supervisor/command-database.ts";

const usage = `Usage: recordings index [--rebuild]
       recordings move --from STORAGE --to STORAGE

index      indexes all recordings that are not indexed yet, so that they open quickly and can be searched.
--rebuild  replaces the search index of all recordings.
move       moves every recording of ended sessions from one recording storage to another, by their names; "default" is
           this server. Each is read back and compared before it is removed where it was.

Sallyport can keep running. If interrupted, run the command again, without --rebuild, to continue.`;

/** Recordings between two lines of progress. */
const reportEvery = 50;

/** What is asked for. */
type Asked =
  | { readonly verb: "index"; readonly rebuild: boolean }
  | { readonly verb: "move"; readonly from: string; readonly to: string };

/** Where the command works, and how it tells. */
interface Work {
  readonly config: Config;
  readonly database: DatabaseHandle;
  report(line: string): void;
}

/**
 * `recordings index`: see docs/configuration.md, "Search in recordings". `recordings move`: see docs/storages.md.
 * @param given the arguments after `recordings`
 * @param report called with each line of progress
 * @throws ConfigError, WrongSecretKeyError with what to do
 */
export async function recordingsCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  const asked = readArguments(given);
  const config = loadConfig(environment);
  await withProductDatabase(config, async (database) => {
    await registerKeys(database.db, openKeyRing(config), "SALLYPORT_SECRET_KEY");
    const work: Work = { config, database, report };
    await (asked.verb === "index" ? index(work, asked.rebuild) : move(work, asked));
  });
}

async function index({ config, database, report }: Work, rebuild: boolean): Promise<void> {
  const events = openEventBus(database);
  try {
    const { services } = createProduct({ config, database, events });
    if (rebuild) await outdateMoments(database.db);
    let done = { recordings: 0, textBytes: 0 };
    await indexRecordings(services, {
      waits: true,
      onProgress: (progress) => {
        done = progress;
        if (progress.recordings % reportEvery === 0) report(`${progress.recordings} recordings…`);
      },
    });
    const megabytes = (done.textBytes / 1e6).toFixed(1);
    report(`Looked at ${done.recordings} recordings. Added ${megabytes} MB of text to the search index.`);
  } finally {
    await events.close();
  }
}

async function move(
  { config, database: { db }, report }: Work,
  names: { readonly from: string; readonly to: string },
): Promise<void> {
  const services = { config, db, secrets: createSecretBox(openKeyRing(config)) };
  try {
    const { moved, unreadable, total } = await moveNamedRecordings(services, names, {
      onProgress: ({ moved, unreadable, total }) => {
        if ((moved + unreadable) % reportEvery === 0) report(`${moved + unreadable} of ${total} recordings`);
      },
    });
    report(`${moved} of ${total} recordings are in "${names.to}" now.`);
    if (unreadable > 0)
      report(`${unreadable} cannot be read, and stay in "${names.from}". The log names them.`);
  } catch (error) {
    if (error instanceof UnknownStorageError) throw new ConfigError([error.message]);
    if (!(error instanceof StorageError)) throw error;
    throw new ConfigError([`${error.detail.en} Nothing was lost. Run the command again to continue.`]);
  }
}

function readArguments(given: readonly string[]): Asked {
  try {
    const { positionals, values } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { from: { type: "string" }, to: { type: "string" }, rebuild: { type: "boolean" } },
    });
    const { from, to, rebuild } = values;
    const [verb] = positionals.length === 1 ? positionals : [];
    if (verb === "move" && from && to && from !== to && rebuild === undefined) return { verb, from, to };
    if (verb === "index" && from === undefined && to === undefined)
      return { verb, rebuild: rebuild === true };
  } catch {
    // The usage says how.
  }
  throw new ConfigError([usage]);
}
