/**
 * The product cannot start the way it is configured. `problems` are complete sentences for the person who starts
 * it, one for each thing that is wrong; they never hold a secret's value.
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/** Exit status for a configuration a person has to correct (`EX_CONFIG` of sysexits.h). */
export const CONFIG_EXIT_STATUS = 78;
