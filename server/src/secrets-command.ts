import { saveIssuer } from "./areas/license/index.ts";
import { loadConfig } from "./engine/config/config.ts";
import { ConfigError } from "./engine/config/config-error.ts";
import { openEventBus } from "./engine/events/events.ts";
import { resealQueue } from "./engine/jobs/queue-job.ts";
import { installJobQueue } from "./engine/jobs/start-jobs.ts";
import { fieldKeyColumn } from "./engine/secrets/field-cipher.ts";
import { registerKeys } from "./engine/secrets/key-register.ts";
import { openKeyRing } from "./engine/secrets/key-ring.ts";
import { rotateKey, type SealedHolding } from "./engine/secrets/rotation.ts";
import { resealColumn, type SealedColumn } from "./engine/secrets/sealed-values.ts";
import { createProduct, type Product } from "./product.ts";
import { withProductDatabase } from "./supervisor/command-database.ts";
import { resealRecordings } from "./transport/recording/reseal.ts";

const usage = `Usage: secrets rotate-key

rotate-key   replaces the encryption key and encrypts all secrets with the new one. Sallyport can keep running.
             If interrupted, run it again to continue.`;

/**
 * `secrets rotate-key`: see docs/configuration.md, "Keys".
 * @param given the arguments after `secrets`
 * @param report called with each line of progress
 * @throws ConfigError, WrongSecretKeyError, RotationUnfinishedError with what to do
 */
export async function secretsCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  if (given.length !== 1 || given[0] !== "rotate-key") throw new ConfigError([usage]);
  const config = loadConfig(environment);
  await withProductDatabase(config, async (database) => {
    const keys = openKeyRing(config);
    await registerKeys(database.db, keys, "SALLYPORT_SECRET_KEY");
    await installJobQueue(database.pool);
    const events = openEventBus(database);
    try {
      await rotateKey({
        config,
        keys,
        db: database.db,
        holdings: sealedHoldings(createProduct({ config, database, events })),
        beforeReplacing: () => saveIssuer(config),
        report,
      });
    } finally {
      await events.close();
    }
  });
}

/** Every column of sealed values, of the engine and of the areas. */
export function sealedColumns({ areas }: Pick<Product, "areas">): readonly SealedColumn[] {
  return [fieldKeyColumn, ...areas.flatMap(({ sealed }) => sealed ?? [])];
}

function sealedHoldings(product: Product): readonly SealedHolding[] {
  const { db, secrets, config } = product.services;
  return [
    ...sealedColumns(product).map((column) => ({
      name: `${column.table}.${column.column}`,
      reseal: () => resealColumn(db, secrets, column),
    })),
    { name: "waiting jobs", reseal: () => resealQueue({ db, secrets }) },
    { name: "keys of recordings", reseal: () => resealRecordings(config.dataFolder, secrets) },
  ];
}
