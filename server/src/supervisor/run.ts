import { BackupError } from "../engine/backup/manifest.ts";
import { loadConfig } from "../engine/config/config.ts";
import { CONFIG_EXIT_STATUS, ConfigError } from "../engine/config/config-error.ts";
import { productVersion } from "../engine/config/data-folder.ts";
import { BinariesMissingError } from "../engine/database/embedded/binaries.ts";
import { NewerDatabaseError } from "../engine/database/migrate.ts";
import type { ProcessName } from "../engine/process/messages.ts";
import { runChild } from "../engine/process/run-child.ts";
import { type RoleStarters, StartRefusedError } from "../engine/process/runtime.ts";
import { runStandalone } from "../engine/process/standalone.ts";
import { WrongSecretKeyError } from "../engine/secrets/key-register.ts";
import { type CommandLine, parseCommandLine, USAGE } from "./command-line.ts";
import { type PrepareShell, supervise } from "./supervisor.ts";

/**
 * The product's command. Without `--roles` it supervises everything; with them this process is one node of a
 * cluster. Ends the process with 0 after a clean stop, 78 when the operator has to correct something, 1 otherwise.
 *
 * @param script The file this was started from, to start the other processes from.
 * @param prepareShell Called before a demonstration's shell is started.
 */
export async function run(script: string, starters: RoleStarters, prepareShell: PrepareShell): Promise<void> {
  const [first, name] = process.argv.slice(2);
  if (first === "--child") return runChild(name as ProcessName, starters);
  try {
    await runCommand(parseCommandLine(process.argv.slice(2)), script, starters, prepareShell);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(isForOperator(error) ? CONFIG_EXIT_STATUS : 1);
  }
}

/** Runs a command that starts nothing and tells by `print` what it has to say; ends the process as `run` does. */
export async function runCommandLine(
  command: (print: (text: string) => void) => Promise<void> | void,
): Promise<never> {
  try {
    await command((text) => void process.stdout.write(text));
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(isForOperator(error) ? CONFIG_EXIT_STATUS : 1);
  }
}

async function runCommand(
  command: CommandLine,
  script: string,
  starters: RoleStarters,
  prepareShell: PrepareShell,
): Promise<void> {
  if (command.show === "help") return void process.stdout.write(USAGE);
  if (command.show === "version") return void process.stdout.write(`${productVersion}\n`);
  const config = loadConfig(process.env, {
    demo: command.demo,
    ...(command.roles === null ? {} : { roles: command.roles }),
  });
  if (config.roles !== null) return await runStandalone(config, config.roles, starters);
  // A terminal that is closed ends what runs in it; a service is asked by the same signal to read its files again.
  const isAtTerminal = process.stdin.isTTY === true || process.stdout.isTTY === true;
  const ends = isAtTerminal ? ["SIGTERM", "SIGINT", "SIGHUP"] : ["SIGTERM", "SIGINT"];
  const stopRequested = new Promise<string>((resolve) => {
    for (const signal of ends) process.on(signal, () => resolve(signal));
  });
  await supervise(config, {
    script,
    environment: process.env,
    stopRequested,
    onReloadRequest: (reload) => {
      if (!isAtTerminal) process.on("SIGHUP", reload);
    },
    prepareShell,
    print: (text) => void process.stdout.write(text),
  });
}

function isForOperator(error: unknown): boolean {
  return [
    ConfigError,
    BackupError,
    StartRefusedError,
    WrongSecretKeyError,
    NewerDatabaseError,
    BinariesMissingError,
  ].some((kind) => error instanceof kind);
}

function explainFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `Sallyport cannot start:\n${message
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n")}`;
}
