import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { countSecrets } from "./areas/accounts/index.ts";
import { removeStoredSetting } from "./areas/settings/index.ts";
import { hasUsers } from "./areas/users/index.ts";
import { createBackup } from "./engine/backup/create-backup.ts";
import { BackupError, unlockKeys } from "./engine/backup/manifest.ts";
import { type OpenBackup, openBackup } from "./engine/backup/open-backup.ts";
import { missingKeys, restoreBackup } from "./engine/backup/restore-backup.ts";
import { type Config, loadConfig } from "./engine/config/config.ts";
import { ConfigError } from "./engine/config/config-error.ts";
import type { DatabaseHandle } from "./engine/database/database.ts";
import { migrate } from "./engine/database/migrate.ts";
import { migrationsFolder } from "./engine/database/migrations-folder.ts";
import { registerKeys } from "./engine/secrets/key-register.ts";
import { openKeyRing, parseKeyFile } from "./engine/secrets/key-ring.ts";
import { withProductDatabase } from "./supervisor/command-database.ts";
import { fileCopiesFolder } from "./transport/file-copies/file-copies.ts";
import { recordingsFolder } from "./transport/recording/path.ts";

/** Folders of the data folder that a backup holds besides the database. */
const backedUpFolders = [recordingsFolder, fileCopiesFolder];

const usage = `Usage: backup create FILE [--passphrase-file FILE]
       backup restore FILE [--passphrase-file FILE]

create    writes a backup of the installation to FILE: database, recordings and stored file copies. Sallyport can keep
          running. With a passphrase, the backup includes the encryption keys. Without one, store secret.key separately:
          encrypted data cannot be read without it.
restore   restores FILE to the empty folder SALLYPORT_DATA (and the empty database SALLYPORT_DATABASE_URL, if set).`;

/** Shorter ones are guessed by anyone who has the file and time. */
const shortestPassphrase = 12;

/**
 * `backup create` and `backup restore`: see docs/backup.md.
 * @param given the arguments after `backup`
 * @param report called with each line of progress
 * @throws ConfigError, BackupError with what to do
 */
export async function backupCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  const { verb, file, passphrase } = readArguments(given);
  if (verb === "create") await create(file, passphrase, environment, report);
  else await restore(file, passphrase, environment, report);
}

function readArguments(given: readonly string[]) {
  try {
    const options = { "passphrase-file": { type: "string" } } as const;
    const { positionals, values } = parseArgs({ args: [...given], options, allowPositionals: true });
    const [verb, file, ...rest] = positionals;
    if ((verb === "create" || verb === "restore") && file !== undefined && rest.length === 0) {
      return { verb, file: resolve(file), passphrase: readPassphrase(values["passphrase-file"]) };
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError([`${(error as Error).message}\n${usage}`]);
  }
  throw new ConfigError([usage]);
}

/** From a file, so that it is in no list of processes and no history of a shell. */
function readPassphrase(path: string | undefined): string | null {
  if (path === undefined) return null;
  if (!existsSync(path)) throw new ConfigError([`--passphrase-file: cannot read ${path}.`]);
  const passphrase = readFileSync(path, "utf8").replace(/\r?\n$/, "");
  if (passphrase.length >= shortestPassphrase) return passphrase;
  throw new ConfigError([
    `--passphrase-file: use a passphrase of at least ${shortestPassphrase} characters.`,
  ]);
}

async function create(
  file: string,
  passphrase: string | null,
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  if (existsSync(file)) throw new ConfigError([`${file} already exists. Choose another name.`]);
  const config = loadConfig(environment, { freshKeys: [] });
  if (passphrase !== null && config.secretKeyFile === null) {
    throw new ConfigError([
      "--passphrase-file: this installation takes its keys from the environment, so they are not part of a backup. Leave this option out.",
    ]);
  }
  const made = await withProductDatabase(config, async ({ db, pool }) => {
    await registerKeys(db, openKeyRing(config), keySource(config));
    const archive = await createBackup({
      pool,
      dataFolder: config.dataFolder,
      folders: backedUpFolders,
      target: file,
      passphrase,
    });
    return { ...archive, inVault: (await countSecrets(db)).in_vault };
  });
  report(`Backed up ${made.tables} tables and ${made.files} files to ${file}.`);
  report(
    passphrase === null
      ? `The backup does not include the key ${made.keys.join(", ")}. Store secret.key separately: encrypted data cannot be read without it.`
      : "The backup includes the encryption keys, protected by the passphrase.",
  );
  if (made.inVault > 0) {
    report(
      `${made.inVault} secrets are in the vault and not in the backup. Take a snapshot of the vault now.`,
    );
  }
}

async function restore(
  file: string,
  passphrase: string | null,
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  const backup = await openBackup(file);
  try {
    const keyFiles = passphrase === null ? {} : keysOf(backup, passphrase);
    const freshKeys = keyFiles["secret.key"] === undefined ? [] : parseKeyFile(keyFiles["secret.key"]);
    const config = loadConfig(environment, { freshKeys });
    requireFresh(config);
    requireKeys(config, backup);
    const { migrations } = backup.manifest;
    const inVault = await withProductDatabase(config, (database) => fill(backup, config, database), {
      migrations,
    });
    const { "license.key": licenseKey } = keyFiles;
    if (licenseKey !== undefined) {
      writeFileSync(join(config.dataFolder, "license.key"), licenseKey, { mode: 0o600, flag: "wx" });
    }
    report(
      `Restored the backup of ${backup.manifest.made} to ${config.dataFolder}. You can start Sallyport there now.`,
    );
    if (inVault > 0) {
      report(
        `${inVault} secrets are in the vault. The vault token was not restored. If this replaces the original installation, ` +
          "enter the token in the system settings. If it is a trial copy, use a read-only token.",
      );
    }
  } finally {
    await backup.close();
  }
}

function keysOf({ keys }: OpenBackup, passphrase: string): Record<string, string> {
  if (keys === null)
    throw new BackupError("This backup does not include its keys. Leave --passphrase-file out.");
  return unlockKeys(keys, passphrase);
}

/** Nothing is ever restored over something. */
function requireFresh({ dataFolder }: Config): void {
  const taken = ["postgres", ...backedUpFolders, "license.key"].filter((name) =>
    existsSync(join(dataFolder, name)),
  );
  if (taken.length === 0) return;
  throw new ConfigError([
    `SALLYPORT_DATA: ${dataFolder} is not empty (${taken.join(", ")}). Restore to a new folder.`,
  ]);
}

function requireKeys(config: Config, { manifest, keys }: OpenBackup): void {
  const present = new Set(
    openKeyRing(config)
      .all()
      .map(({ id }) => id),
  );
  const missing = missingKeys(manifest, present);
  if (missing.length === 0) return;
  throw new ConfigError([
    `${keySource(config)}: the backup is encrypted with the key ${missing.join(", ")}, not with ${[...present].join(", ")}. ` +
      `${keys === null ? "Provide the right key." : "Use --passphrase-file and an empty folder."}`,
  ]);
}

const keySource = ({ secretKeyFile }: Config): string => secretKeyFile ?? "SALLYPORT_SECRET_KEY";

/** Fills an empty database; answers how many secrets are in the vault. */
async function fill(backup: OpenBackup, config: Config, { db, pool }: DatabaseHandle): Promise<number> {
  // The migrations put built-in rows there; what people made begins with a user.
  if (await hasUsers(db)) {
    throw new ConfigError([
      "SALLYPORT_DATABASE_URL: the database is not empty. Restore to an empty database.",
    ]);
  }
  await restoreBackup(backup, { pool, dataFolder: config.dataFolder });
  await migrate(db, migrationsFolder());
  // A trial copy that releases a secret would take it out of the vault for the installation it was made of too.
  await removeStoredSetting(db, "VAULT_HCP_TOKEN");
  return (await countSecrets(db)).in_vault;
}
