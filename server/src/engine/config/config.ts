import { join, resolve } from "node:path";
import type { HashParameters } from "../passwords/hash-pool.ts";
import { ConfigError } from "./config-error.ts";
import { readConfigFile } from "./config-file.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { nearest } from "./nearest.ts";
import { loadSecretKeys, type SecretKeys } from "./secret-key.ts";
import { environmentName, type Setting, settings } from "./settings.ts";

/** What a process of the product does. */
export type Role = "web" | "gateway" | "worker";

/** The product's configuration: validated once at start, never changed. */
export interface Config {
  /** TCP port of the console and the API; `SALLYPORT_HTTP_PORT`, default 8080. */
  readonly httpPort: number;
  /** Address to listen on; `SALLYPORT_HOST`, default 127.0.0.1. */
  readonly host: string;
  /** TCP port of the SSH gateway; `SALLYPORT_SSH_PORT`, default 2222. */
  readonly sshPort: number;
  /** Whether the SSH gateway offers a post-quantum key exchange; `SALLYPORT_SSH_POST_QUANTUM`, default true. */
  readonly sshPostQuantum: boolean;
  /** Absolute path of everything the product keeps; `SALLYPORT_DATA`, default `./data`. */
  readonly dataFolder: string;
  /** External PostgreSQL; `SALLYPORT_DATABASE_URL`, null = embedded. */
  readonly databaseUrl: string | null;
  /** First password of `admin`; `SALLYPORT_ADMIN_PASSWORD`, null = generated and printed once. */
  readonly adminPassword: string | null;
  /** Address people reach the product at, without a trailing slash; `SALLYPORT_SITE_URL`. */
  readonly siteUrl: string;
  /** What stands before the names of the session's cookies; `SALLYPORT_SESSION_COOKIE_NAME_PREFIX`, default `jms_`. */
  readonly sessionCookieNamePrefix: string;
  /**
   * Keys of 32 bytes or more that secrets are sealed with, the current one first; `SALLYPORT_SECRET_KEY` and
   * `SALLYPORT_FORMER_SECRET_KEYS`, or `<data>/secret.key`.
   */
  readonly secretKeys: readonly Buffer[];
  /** The file the keys are in and are read again from; null when the environment gives them. */
  readonly secretKeyFile: string | null;
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed; `SALLYPORT_TRUSTED_PROXIES`, default none. */
  readonly trustedProxies: readonly string[];
  /** `SALLYPORT_LOG_LEVEL`, default `info`. */
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";
  /** Where the supervisor sends logs: `files` = `<data>/logs/`, `stderr` = JSON lines; `SALLYPORT_LOG_OUTPUT`. */
  readonly logOutput: "files" | "stderr";
  /** Folder with the system's `initdb` and `postgres`, instead of the packaged ones; `SALLYPORT_POSTGRES_BINARIES`. */
  readonly postgresBinaries: string | null;
  /** Database of places (MMDB) by which sign-ins are located; `SALLYPORT_PLACES_FILE`, null = none. */
  readonly placesFile: string | null;
  /** Public keys, in base64, whose licenses are taken beside the installation's own; `SALLYPORT_LICENSE_KEYS`. */
  readonly licenseKeys: readonly string[];
  /** Token that `/api/v1/prometheus/metrics/` asks for; `SALLYPORT_METRICS_TOKEN`, null = open. */
  readonly metricsToken: string | null;
  /** Token with which components register themselves; `SALLYPORT_BOOTSTRAP_TOKEN`, null = none may. */
  readonly bootstrapToken: string | null;
  /**
   * Whether new assets are tested, and asked for their facts, by themselves where their platforms have that switched
   * on; `SALLYPORT_CHECK_NEW_ASSETS`, default true. Never in a demonstration.
   */
  readonly checkNewAssets: boolean;
  /** Most rows of a list asked for without `limit`; `SALLYPORT_LIST_CEILING`, default 100 000. */
  readonly listCeiling: number;
  /** Largest file that is imported, in MiB; `SALLYPORT_IMPORT_LIMIT`, default 10. */
  readonly importLimit: number;
  /**
   * What hashing a password costs: `SALLYPORT_PASSWORD_HASH_MEMORY` in MiB, default 64, at least 19, and
   * `SALLYPORT_PASSWORD_HASH_PASSES`, default 5, at least 2: about 100 ms of one core. Nothing below what OWASP asks for
   * is accepted here; tests put a cheaper one into the finished configuration.
   */
  readonly passwordHash: HashParameters;
  /** Requests a second from one address in the long run, 0 = any; `SALLYPORT_REQUEST_LIMIT`, default 500. */
  readonly requestLimit: number;
  /** Sign-ins a minute from one address, 0 = any; `SALLYPORT_SIGN_IN_LIMIT`, default 300. */
  readonly signInLimit: number;
  /** How far the date of a signed request may be off, in seconds; `SALLYPORT_SIGNATURE_WINDOW`, default 300. */
  readonly signatureWindow: number;
  /** Whether signed writes have to sign a digest of their body; `SALLYPORT_SIGNATURE_DIGEST`, default false. */
  readonly signatureDigest: boolean;
  /** Whether answers tell how many statements they took; `SALLYPORT_DEBUG`, default false. */
  readonly debug: boolean;
  /** Whether secrets of accounts belong in HashiCorp Vault; `SALLYPORT_VAULT_ENABLED`, default false. */
  readonly vaultEnabled: boolean;
  /** Whether a demonstration is made and its shell offered; `--demo` or `SALLYPORT_DEMO`. */
  readonly demo: boolean;
  /** Roles of this process; null = supervisor with all of them. `--roles` or `SALLYPORT_ROLES`. */
  readonly roles: readonly Role[] | null;
  /** Largest number of database connections of each role; `SALLYPORT_WEB_POOL_SIZE` and so on. */
  readonly poolSizes: Readonly<Record<Role, number>>;
}

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
