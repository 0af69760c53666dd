import { indexRecordings, outdateMoments } from "./areas/sessions/index.ts";
import { loadConfig } from "./engine/config/config.ts";
import { ConfigError } from "./engine/config/config-error.ts";
import { openEventBus } from "./engine/events/events.ts";
import { registerKeys } from "./engine/secrets/key-register.ts";
import { openKeyRing } from "./engine/secrets/key-ring.ts";
import { createProduct } from "./product.ts";
import { withProductDatabase } from "./supervisor/command-database.ts";

const usage = `Usage: recordings index [--rebuild]

index      indexes all recordings that are not indexed yet, so that they open quickly and can be searched.
--rebuild  replaces the search index of all recordings.

Sallyport can keep running. If interrupted, run it again without --rebuild to continue.`;

/** Recordings between two lines of progress. */
const reportEvery = 100;

/**
 * `recordings index`: see docs/configuration.md, "Search in recordings".
 * @param given the arguments after `recordings`
 * @param report called with each line of progress
 * @throws ConfigError, WrongSecretKeyError with what to do
 */
export async function recordingsCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  const [verb, option, ...rest] = given;
  const isKnown = option === undefined || option === "--rebuild";
  if (verb !== "index" || !isKnown || rest.length > 0) throw new ConfigError([usage]);
  const config = loadConfig(environment);
  await withProductDatabase(config, async (database) => {
    await registerKeys(database.db, openKeyRing(config), "SALLYPORT_SECRET_KEY");
    const events = openEventBus(database);
    try {
      const { services } = createProduct({ config, database, events });
      if (option === "--rebuild") await outdateMoments(database.db);
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
  });
}
