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
  if (problems.length === 0) checkTls(values, problems);
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
    problems.push(`${name}: unknown option.${guess === null ? "" : ` Did you mean ${guess}?`}`);
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
      `SALLYPORT_HOST: with --demo, which offers a shell on this machine, Sallyport listens on 127.0.0.1 only, not on ${host}.`,
    );
  }
  if (roles !== null)
    problems.push("SALLYPORT_ROLES: cannot be combined with --demo, which runs everything on one machine.");
}

/** Where the certificate comes from is said whole, and once. */
function checkTls(values: Values, problems: string[]): void {
  const { tlsCertificate, tlsKey, acmeHosts, acmeTermsAgreed, roles, httpPort, httpsPort } = values;
  const given = tlsCertificate !== null || tlsKey !== null;
  const ordered = acmeHosts.length > 0;
  if (given && (tlsCertificate === null || tlsKey === null)) {
    problems.push("SALLYPORT_TLS_CERTIFICATE, SALLYPORT_TLS_KEY: set both.");
  }
  if (given && ordered) {
    problems.push(
      "SALLYPORT_ACME_HOSTS: cannot be combined with SALLYPORT_TLS_CERTIFICATE. Set one of them.",
    );
  }
  if (ordered && !acmeTermsAgreed) {
    problems.push(
      "SALLYPORT_ACME_TERMS_AGREED: set it to true to agree to the terms of the certificate authority.",
    );
  }
  if ((given || ordered) && roles !== null) {
    problems.push(
      "SALLYPORT_ROLES: in a cluster, the load balancer terminates TLS. Configure the certificate there.",
    );
  }
  if ((given || ordered) && httpPort === httpsPort) {
    problems.push("SALLYPORT_HTTPS_PORT: must differ from SALLYPORT_HTTP_PORT, which redirects to HTTPS.");
  }
}

function certificateSource(values: Values): Config["tls"] {
  const { tlsCertificate, tlsKey, acmeHosts, acmeDirectory, acmeEmail, dataFolder } = values;
  if (tlsCertificate !== null && tlsKey !== null) {
    return { kind: "files", certificateFile: tlsCertificate, keyFile: tlsKey };
  }
  if (acmeHosts.length === 0) return null;
  const folder = join(dataFolder, "tls");
  return { kind: "acme", hosts: acmeHosts, directory: acmeDirectory, email: acmeEmail, folder };
}

/** Whether passwords travel in the clear: reached from other machines, and nothing known to end TLS. */
export function isExposedWithoutTls({
  host,
  tls,
  trustedProxies,
}: Pick<Config, "host" | "tls" | "trustedProxies">): boolean {
  return tls === null && trustedProxies.length === 0 && !loopback.test(host);
}

function freeze(values: Values, { keys, file }: SecretKeys): Config {
  const { webPoolSize, gatewayPoolSize, workerPoolSize, secretKey, formerSecretKeys, ...others } = values;
  const { tlsCertificate, tlsKey, acmeHosts, acmeDirectory, acmeEmail, acmeTermsAgreed, ...kept } = others;
  const { passwordHashMemory, passwordHashPasses, ...rest } = kept;
  const tls = certificateSource(values);
  return Object.freeze({
    ...rest,
    tls,
    siteUrl: values.siteUrl ?? defaultSiteUrl(values, tls),
    trustedProxies: Object.freeze([...values.trustedProxies]),
    localTargets: Object.freeze([...values.localTargets]),
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

function defaultSiteUrl({ host, httpPort, httpsPort, acmeHosts }: Values, tls: Config["tls"]): string {
  const [issued] = acmeHosts;
  const isEvery = host === "0.0.0.0" || host === "::";
  const name = issued ?? (isEvery ? "localhost" : host.includes(":") ? `[${host}]` : host);
  // The URL leaves out the port that its scheme has anyway.
  return new URL(tls === null ? `http://${name}:${httpPort}` : `https://${name}:${httpsPort}`).origin;
}
