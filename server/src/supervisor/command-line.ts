import { ConfigError } from "../engine/config/config-error.ts";

/** What was asked for on the command line. */
export interface CommandLine {
  readonly show: "help" | "version" | null;
  /** Value of `--roles`, checked with the rest of the configuration. */
  readonly roles: string | null;
  /** `--demo`: make a demonstration and offer its shell. */
  readonly demo: boolean;
}

/** The answer to `--help`. */
export const USAGE = `Usage: sallyport [--demo] [--roles web,gateway,worker|all] [--help] [--version]
       sallyport license issue|key ...
       sallyport secrets rotate-key
       sallyport recordings index|move ...
       sallyport backup create|restore FILE [--passphrase-file FILE]
       sallyport config export|plan|apply FILE

Starts Sallyport with its own database on this machine, unless --roles is given.

Options:
  --demo         add sample data once and offer a shell on this machine
  --roles ROLES  run as one node of a cluster; requires SALLYPORT_DATABASE_URL
  --help         show this help
  --version      show the version

Commands:
  license        issue a license, or show the public key of this installation
  secrets        replace the encryption key
  recordings     index recordings, or move them to another storage
  backup         create or restore a backup
  config         write, compare or apply the configuration as a file

Configuration: environment variables (SALLYPORT_HTTP_PORT, SALLYPORT_DATA, ...) or sallyport.json in the data folder.
`;

/**
 * Reads the arguments.
 * @throws ConfigError for anything unknown.
 */
export function parseCommandLine(given: readonly string[]): CommandLine {
  let show: CommandLine["show"] = null;
  let roles: string | null = null;
  let demo = false;
  const rest = [...given];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "--help" || argument === "-h") show = "help";
    else if (argument === "--version") show = "version";
    else if (argument === "--demo") demo = true;
    else if (argument === "--roles" && rest.length > 0) roles = rest.shift() ?? null;
    else if (argument.startsWith("--roles=")) roles = argument.slice("--roles=".length);
    else
      throw new ConfigError([`${argument}: unknown argument or missing value. Run with --help for usage.`]);
  }
  return { show, roles, demo };
}
