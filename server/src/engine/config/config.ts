import { join, resolve } from "node:path";
import { ConfigError } from "./config-error.ts";
import { readConfigFile } from "./config-file.ts";
import type { Config } from "./config-shape.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { nearest } from "./nearest.ts";
import { loadSecretKeys, type SecretKeys } from "./secret-key.ts";
import { environmentName, type Setting, settings } from "./settings.ts";

export type { Config, Role } from "./config-shape.ts";

/** Where configuration comes from besides the environment. */
export interface LoadOptions {
  /** Folder that relative paths and the default data folder are below; default the current one. */
  readonly workingFolder?: string;
  /** Value of `--roles`, stronger than `SALLYPORT_ROLES`. */
  readonly roles?: string;
  /** Whether `--demo` was given. */
  readonly demo?: boolean;
  /** Keys that a data folder without any gets, instead of a new one; none = such a folder is refused. */
  readonly freshKeys?: readonly Buffer[];
}

type Values = {
  readonly [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never;
};

/**
 * Reads and checks the whole configuration. The environment is stronger than the file (`SALLYPORT_CONFIG`, else
 * `<data>/sallyport.json` when it exists; JSON with the names of `Config`, pool sizes as `webPoolSize`). The data
 * folder is created when missing, and a secret key generated in it.
 *
 * @throws ConfigError with one line for each thing that is wrong, unknown names included.
 */
export function loadConfig(environment: NodeJS.ProcessEnv, options: LoadOptions = {}): Config {
  const problems: string[] = [];
  const workingFolder = options.workingFolder ?? process.cwd();
  const given = {
    ...environment,
    ...(options.roles === undefined ? {} : { SALLYPORT_ROLES: options.roles }),
    ...(options.demo === true ? { SALLYPORT_DEMO: "true" } : {}),
  };
  refuseUnknown(given, problems);
  const file = readConfigFile(given, workingFolder, problems);
  const read = readValues(given, file, workingFolder, problems);
  const values = { ...read, dataFolder: resolve(workingFolder, read.dataFolder ?? "") };
  if (problems.length === 0) checkDemo(values, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  prepareDataFolder(values.dataFolder);
  const keyFile = join(values.dataFolder, "secret.key");
  return freeze(
    values,
    loadSecretKeys(values.secretKey, values.formerSecretKeys, keyFile, options.freshKeys),
  );
}

/** Names that other parts of the product or its tests read from the environment themselves. */
const INTERNAL = /^SALLYPORT_(CONFIG|ROLE|TEST_.*)$/;

function refuseUnknown(environment: NodeJS.ProcessEnv, problems: string[]): void {
  const known = Object.keys(settings).map(environmentName);
  for (const name of Object.keys(environment)) {
    if (!name.startsWith("SALLYPORT_") || known.includes(name) || INTERNAL.test(name)) continue;
    const guess = nearest(name, known);
    problems.push(`${name}: there is no such option.${guess === null ? "" : ` Did you mean ${guess}?`}`);
  }
}

function readValues(
  environment: NodeJS.ProcessEnv,
  file: { readonly path: string; readonly values: Readonly<Record<string, unknown>> },
  workingFolder: string,
  problems: string[],
): Values {
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const name = environmentName(key);
    const fromEnvironment = environment[name];
    const fromFile = file.values[key];
    const isGiven = fromEnvironment !== undefined && fromEnvironment !== "";
    const raw = isGiven ? fromEnvironment : fromFile;
    const result = raw === undefined || raw === null ? setting.fallback : setting.parse(raw, workingFolder);
    if (result instanceof Error)
      problems.push(`${isGiven ? name : `${file.path}: ${key}`}: ${result.message}`);
    else values[key] = result;
  }
  return values as Values;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** A demonstration offers a shell and prints its sign-ins: it is for the person in front of this machine. */
function checkDemo({ demo, host, roles }: Values, problems: string[]): void {
  if (!demo) return;
  if (!loopback.test(host)) {
    problems.push(
      `SALLYPORT_HOST: a demonstration offers a shell on this machine and listens on 127.0.0.1 only, not on ${host}.`,
    );
  }
  if (roles !== null)
    problems.push("SALLYPORT_ROLES: a demonstration runs everything on one machine; leave it out.");
}

function freeze(values: Values, { keys, file }: SecretKeys): Config {
  const { webPoolSize, gatewayPoolSize, workerPoolSize, secretKey, formerSecretKeys, ...others } = values;
  const { passwordHashMemory, passwordHashPasses, ...rest } = others;
  return Object.freeze({
    ...rest,
    siteUrl: values.siteUrl ?? defaultSiteUrl(values.host, values.httpPort),
    trustedProxies: Object.freeze([...values.trustedProxies]),
    licenseKeys: Object.freeze([...values.licenseKeys]),
    roles: values.roles === null ? null : Object.freeze([...values.roles]),
    secretKeys: Object.freeze([...keys]),
    secretKeyFile: file,
    passwordHash: Object.freeze({
      memoryCost: passwordHashMemory * 1024,
      timeCost: passwordHashPasses,
      parallelism: 1,
    }),
    poolSizes: Object.freeze({ web: webPoolSize, gateway: gatewayPoolSize, worker: workerPoolSize }),
  });
}

function defaultSiteUrl(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}${port === 80 ? "" : `:${port}`}`;
}
