import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { type LocalApi, openLocalApi } from "./config-file/api.ts";
import { applyChange, readSecrets } from "./config-file/apply.ts";
import { describeChange, nameChange } from "./config-file/describe-change.ts";
import { type ConfigDocument, parseConfig, printConfig } from "./config-file/document.ts";
import { type PlanOptions, planConfig } from "./config-file/plan.ts";
import { readConfig } from "./config-file/read-config.ts";
import { loadConfig } from "./engine/config/config.ts";
import { ConfigError } from "./engine/config/config-error.ts";
import { openEventBus } from "./engine/events/events.ts";
import { registerKeys } from "./engine/secrets/key-register.ts";
import { openKeyRing } from "./engine/secrets/key-ring.ts";
import { createProduct } from "./product.ts";
import { withProductDatabase } from "./supervisor/command-database.ts";

const usage = `Usage: config export [--all] [--as USER] [FILE]
       config plan [--prune] [--secrets] [--as USER] FILE
       config apply [--prune] [--secrets] [--as USER] FILE

export     writes settings, organizations, roles, platforms, permissions and access rules as YAML, to standard output
           unless a file is named. Settings that were never saved are left out; --all writes them too. Secrets are
           never written.
plan       shows what would change for this installation to be as the file says. Nothing is changed.
apply      makes those changes. What the file does not name stays as it is.
--prune    also deletes objects that are not in the file, of the kinds that are.
--secrets  also sets the secrets that the file refers to as "!env NAME" or "!file PATH".
--as       the system administrator who does it, and stands in the audit logs; default "admin".`;

/** What is asked for. */
interface Asked extends PlanOptions {
  readonly verb: "export" | "plan" | "apply";
  readonly all: boolean;
  readonly as: string;
  readonly file: string | undefined;
}

/** How the command tells, and where it finds what it is given. */
interface Work extends Asked {
  readonly environment: NodeJS.ProcessEnv;
  report(line: string): void;
}

/**
 * `config export|plan|apply`: see docs/configuration-file.md.
 * @param given the arguments after `config`
 * @param report called with each line
 * @throws ConfigError with what to correct
 */
export async function configCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  const asked = readArguments(given);
  // A file that cannot be read is told before anything is opened.
  const wanted = asked.verb === "export" ? null : parseConfig(readConfigFile(asked.file ?? ""));
  const work: Work = { ...asked, environment, report };
  const config = loadConfig(environment);
  await withProductDatabase(config, async (database) => {
    await registerKeys(database.db, openKeyRing(config), "SALLYPORT_SECRET_KEY");
    const events = openEventBus(database);
    try {
      const product = createProduct({ config, database, events });
      const api = await openLocalApi(product, work.as);
      try {
        await (wanted === null ? exportConfig(api, work) : changeConfig(api, wanted, work));
      } finally {
        await api.close();
        await product.services.refusals.close();
      }
    } finally {
      await events.close();
    }
  });
}

function readArguments(given: readonly string[]): Asked {
  try {
    const { positionals, values } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        all: { type: "boolean", default: false },
        prune: { type: "boolean", default: false },
        secrets: { type: "boolean", default: false },
        as: { type: "string", default: "admin" },
      },
    });
    const [verb, file, ...others] = positionals;
    const isExport = verb === "export";
    if (!isExport && verb !== "plan" && verb !== "apply") throw new ConfigError([usage]);
    const isMisplaced = isExport ? values.prune || values.secrets : values.all || file === undefined;
    if (others.length > 0 || isMisplaced) throw new ConfigError([usage]);
    return { verb, file, ...values };
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError([usage]);
  }
}

async function exportConfig(api: LocalApi, { all, file, report }: Work): Promise<void> {
  const text = printConfig(await readConfig(api, { all }));
  if (file === undefined) return report(text.trimEnd());
  writeFileSync(file, text);
  report(`Wrote ${file}.`);
}

async function changeConfig(api: LocalApi, wanted: ConfigDocument, work: Work): Promise<void> {
  const { verb, file = "", environment, report } = work;
  const changes = await planConfig(api, wanted, work);
  const secrets = readSecrets(changes, { environment, folder: dirname(file) });
  for (const [index, change] of changes.entries()) {
    for (const line of describeChange(change)) report(line);
    if (verb === "plan") continue;
    await applyChange(api, change, secrets).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConfigError([
        `${nameChange(change)} could not be changed: ${reason}`,
        `${index} of ${changes.length} changes were made. Run the command again to continue.`,
      ]);
    });
  }
  if (changes.length === 0) report("Nothing to change: the installation is as the file says.");
  else if (verb === "plan") report(`Changes: ${changes.length}. Nothing was changed.`);
  else report(`Changes made: ${changes.length}.`);
}

function readConfigFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)]);
  }
}
