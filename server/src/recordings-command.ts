import { parseArgs } from "node:util";
import { moveNamedRecordings, StorageError, UnknownStorageError } from "./areas/sessions/index.ts";
import { loadConfig } from "./engine/config/config.ts";
import { ConfigError } from "./engine/config/config-error.ts";
import { registerKeys } from "./engine/secrets/key-register.ts";
import { openKeyRing } from "./engine/secrets/key-ring.ts";
import { createSecretBox } from "./engine/secrets/secret-box.ts";
import { withProductDatabase } from "./supervisor/command-database.ts";

const usage = `Usage: recordings move --from STORAGE --to STORAGE

move      moves every recording of ended sessions from one recording storage to another, by their names; "default" is this
          server. Each is read back and compared before it is removed where it was. Sallyport can keep running. If
          interrupted, run it again to continue.`;

/** Recordings between two lines of progress. */
const reportEvery = 50;

/**
 * `recordings move`: see docs/storages.md.
 * @param given the arguments after `recordings`
 * @param report called with each line of progress
 * @throws ConfigError with what to do
 */
export async function recordingsCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  const names = readArguments(given);
  const config = loadConfig(environment);
  await withProductDatabase(config, async ({ db }) => {
    const keys = openKeyRing(config);
    await registerKeys(db, keys, "SALLYPORT_SECRET_KEY");
    try {
      const { moved, unreadable, total } = await moveNamedRecordings(
        { config, db, secrets: createSecretBox(keys) },
        names,
        {
          onProgress: ({ moved, unreadable, total }) => {
            if ((moved + unreadable) % reportEvery === 0)
              report(`${moved + unreadable} of ${total} recordings`);
          },
        },
      );
      report(`${moved} of ${total} recordings are in "${names.to}" now.`);
      if (unreadable > 0)
        report(`${unreadable} cannot be read, and stay in "${names.from}". The log names them.`);
    } catch (error) {
      if (error instanceof UnknownStorageError) throw new ConfigError([error.message]);
      if (!(error instanceof StorageError)) throw error;
      throw new ConfigError([`${error.detail.en} Nothing was lost. Run the command again to continue.`]);
    }
  });
}

function readArguments(given: readonly string[]): { readonly from: string; readonly to: string } {
  try {
    const { positionals, values } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { from: { type: "string" }, to: { type: "string" } },
    });
    const { from, to } = values;
    if (positionals.length === 1 && positionals[0] === "move" && from && to && from !== to)
      return { from, to };
  } catch {
    // The usage says how.
  }
  throw new ConfigError([usage]);
}
