import { rebuildActivity } from "./areas/dashboards/index.ts";
import { loadConfig } from "./engine/config/config.ts";
import { ConfigError } from "./engine/config/config-error.ts";
import { withProductDatabase } from "./supervisor/command-database.ts";

const usage = `Usage: activity rebuild

rebuild   counts the figures of the start pages anew, from the records. Sessions and sign-ins continue meanwhile.`;

/**
 * `activity rebuild`: see docs/decisions/0020-activity-totals.md.
 * @param given the arguments after `activity`
 * @param report called with each line
 * @throws ConfigError with what to correct
 */
export async function activityCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  if (given.length !== 1 || given[0] !== "rebuild") throw new ConfigError([usage]);
  await withProductDatabase(loadConfig(environment), ({ db }) => rebuildActivity(db));
  report("Counted the figures of the start pages anew.");
}
