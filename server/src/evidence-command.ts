import { createWriteStream, existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import {
  evidenceFingerprint,
  exportBundle,
  recordExport,
  rotateSigningKey,
  verifyInstallation,
} from "./areas/evidence/index.ts";
import { loadConfig } from "./engine/config/config.ts";
import { ConfigError } from "./engine/config/config-error.ts";
import { ApiError } from "./engine/errors.ts";
import { staticFolder } from "./engine/http/static-folder.ts";
import { translate } from "./engine/i18n/messages.ts";
import { isUuid } from "./engine/resource/query/filters.ts";
import { registerKeys } from "./engine/secrets/key-register.ts";
import { openKeyRing } from "./engine/secrets/key-ring.ts";
import { createSecretBox } from "./engine/secrets/secret-box.ts";
import { withProductDatabase } from "./supervisor/command-database.ts";

const usage = `Usage: evidence export --session ID --to FILE.tar
       evidence verify [BUNDLE.tar|FOLDER] [--key FINGERPRINT] [--checkpoints FILE]
       evidence key
       evidence rotate-key

export   writes the evidence of a session to FILE.tar: recording, commands, files, who allowed it, and proof.
verify   verifies an exported bundle, or without one this installation: chain, checkpoints, records, recordings.
key      prints the fingerprint of the key that signs. Keep it somewhere else.
rotate-key
         makes a new key. The one before signs who follows it, and is removed.`;

/** Something is not as it was written; the lines before say what. */
class EvidenceProblems extends Error {
  override readonly name = "EvidenceProblems";
}

/**
 * `evidence export`, `evidence verify`, `evidence key` and `evidence rotate-key`: see docs/evidence.md.
 * @param given the arguments after `evidence`
 * @param report called with each line
 * @throws ConfigError with what to correct; EvidenceProblems when something is not as it was written
 */
export async function evidenceCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  const { verb, bundle, values } = readArguments(given);
  const { session, to, key = [], checkpoints } = values;
  if (verb === "export" && session !== undefined && to !== undefined && bundle === undefined) {
    await exportTo(session, resolve(to), environment, report);
  } else if (verb === "verify" && bundle !== undefined) await verifyBundle(given.slice(1), report);
  else if (verb === "verify" && key.length === 0 && checkpoints === undefined) {
    await verifyHere(environment, report);
  } else if (verb === "key" && bundle === undefined) {
    await withServices(environment, async (services) => report(await evidenceFingerprint(services)));
  } else if (verb === "rotate-key" && bundle === undefined) {
    const { former, successor } = await withServices(environment, rotateSigningKey);
    report(`The key ${former} handed over, and signs no more.`);
    report(`From now on ${successor} signs. Keep its fingerprint somewhere else.`);
  } else throw new ConfigError([usage]);
}

function readArguments(given: readonly string[]) {
  const value = { type: "string" } as const;
  const options = {
    session: value,
    to: value,
    key: { ...value, multiple: true },
    checkpoints: value,
  } as const;
  try {
    const { positionals, values } = parseArgs({ args: [...given], options, allowPositionals: true });
    const [verb, bundle, ...rest] = positionals;
    if (rest.length === 0) return { verb, bundle, values };
  } catch (error) {
    throw new ConfigError([`${(error as Error).message}\n${usage}`]);
  }
  throw new ConfigError([usage]);
}

/** What the commands work with, whether the product runs or not. */
function withServices<T>(
  environment: NodeJS.ProcessEnv,
  work: (services: Parameters<typeof exportBundle>[0]) => Promise<T>,
): Promise<T> {
  const config = loadConfig(environment);
  return withProductDatabase(config, async ({ db }) => {
    const keys = openKeyRing(config);
    await registerKeys(db, keys, "SALLYPORT_SECRET_KEY");
    return work({ config, db, secrets: createSecretBox(keys) });
  });
}

async function exportTo(
  session: string,
  file: string,
  environment: NodeJS.ProcessEnv,
  report: (line: string) => void,
): Promise<void> {
  if (!isUuid(session)) throw new ConfigError(["--session: enter the ID of a session."]);
  if (existsSync(file)) throw new ConfigError([`${file} already exists. Choose another name.`]);
  await withServices(environment, async (services) => {
    try {
      await recordExport(services, session);
      const bundle = Readable.from(await exportBundle(services, session));
      await pipeline(bundle, createWriteStream(file, { mode: 0o600, flags: "wx", flush: true }));
    } catch (error) {
      await rm(file, { force: true });
      if (error instanceof ApiError) throw new ConfigError([translate(error.detail, "en")]);
      throw error;
    }
    report(`Wrote the evidence of the session ${session} to ${file}.`);
    report(`It is signed with the key ${await evidenceFingerprint(services)}.`);
  });
}

/** The very script that is in each bundle. */
async function verifyBundle(given: readonly string[], report: (line: string) => void): Promise<void> {
  const script = pathToFileURL(join(staticFolder(), "evidence", "verify.mjs")).href;
  const { main } = (await import(script)) as {
    main: (given: readonly string[], print: (line: string) => void) => number;
  };
  if (main(given, report) !== 0) throw new EvidenceProblems("The evidence is not as it was exported.");
}

async function verifyHere(environment: NodeJS.ProcessEnv, report: (line: string) => void): Promise<void> {
  const { problems } = await withServices(environment, (services) =>
    verifyInstallation(services, (message) => report(translate(message, "en"))),
  );
  if (problems > 0) throw new EvidenceProblems("The evidence is not as it was written.");
}
