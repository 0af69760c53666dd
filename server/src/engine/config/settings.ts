import { isIP } from "node:net";
import { resolve } from "node:path";
import type { Config, Role } from "./config-shape.ts";

/**
 * One option: what it is without being given, and how a given value is read. `parse` gets text (environment) or
 * any JSON value (file) and answers an Error whose message says what is accepted.
 */
export interface Setting<T> {
  readonly fallback: T;
  parse(raw: unknown, workingFolder: string): T | Error;
}

const ROLES: readonly Role[] = ["web", "gateway", "worker"];

/** Every option of the product, by its name in the configuration file. */
export const settings = {
  httpPort: port(8080),
  host: setting<string>("127.0.0.1", parseHost),
  httpsPort: port(8443),
  tlsCertificate: setting<string | null>(null, (raw, folder) =>
    typeof raw === "string" ? resolve(folder, raw) : new Error("must be the path of a PEM file."),
  ),
  tlsKey: setting<string | null>(null, (raw, folder) =>
    typeof raw === "string" ? resolve(folder, raw) : new Error("must be the path of a PEM file."),
  ),
  acmeHosts: setting<readonly string[]>([], parseHostNames),
  acmeDirectory: setting("https://acme-v02.api.letsencrypt.org/directory", parseDirectory),
  acmeEmail: setting<string | null>(null, (raw) =>
    typeof raw === "string" && /^[^\s@,]+@[^\s@,]+$/.test(raw) ? raw : new Error("must be a mail address."),
  ),
  acmeTermsAgreed: setting(false, parseSwitch),
  sshPort: port(2222),
  sshPostQuantum: setting(true, parseSwitch),
  sshAlgorithms: oneOf("standard", ["standard", "strict"] as const),
  sshReuseConnections: setting(true, parseSwitch),
  dataFolder: setting<string>("data", (raw, folder) =>
    typeof raw === "string" ? resolve(folder, raw) : new Error("must be the path of a folder."),
  ),
  databaseUrl: setting<string | null>(null, parseDatabaseUrl),
  adminPassword: setting<string | null>(null, (raw) =>
    typeof raw === "string" && raw.length >= 8 && raw.length <= 128
      ? raw
      : new Error("must be text of 8 to 128 characters."),
  ),
  siteUrl: setting<string | null>(null, parseSiteUrl),
  sessionCookieNamePrefix: setting<string>("jms_", parseCookiePrefix),
  secretKey: setting<Buffer | null>(null, parseSecretKey),
  formerSecretKeys: setting<readonly Buffer[]>([], parseSecretKeys),
  trustedProxies: setting<readonly string[]>([], parseNetworks),
  logLevel: oneOf("info", ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const),
  logOutput: oneOf("files", ["files", "stderr"] as const),
  postgresBinaries: setting<string | null>(null, (raw, folder) =>
    typeof raw === "string" ? resolve(folder, raw) : new Error("must be the path of a folder."),
  ),
  geoipFile: setting<string | null>(null, (raw, folder) =>
    typeof raw === "string" ? resolve(folder, raw) : new Error("must be the path of an MMDB file."),
  ),
  checkpointFile: setting<string | null>(null, (raw, folder) =>
    typeof raw === "string" ? resolve(folder, raw) : new Error("must be the path of a file."),
  ),
  localTargets: setting<readonly string[]>([], parseNetworks),
  replayLocalHours: whole(24, 0, 87_600),
  roles: setting<readonly Role[] | null>(null, parseRoles),
  demo: setting(false, parseSwitch),
  vaultEnabled: setting(false, parseSwitch),
  confirmSecrets: setting(true, parseSwitch),
  licenseKeys: setting<readonly string[]>([], parseLicenseKeys),
  chatPlatformUrl: setting<string | null>(null, parseHttpAddress),
  metricsToken: setting<string | null>(null, parseToken),
  bootstrapToken: setting<string | null>(null, parseToken),
  requestLimit: whole(500, 0, 1_000_000),
  signInLimit: whole(300, 0, 1_000_000),
  signatureWindow: whole(300, 10, 86_400),
  signatureDigest: setting(false, parseSwitch),
  debug: setting(false, parseSwitch),
  checkNewAssets: setting(true, parseSwitch),
  listCeiling: whole(100_000, 1_000, 10_000_000),
  importLimit: whole(10, 10, 30),
  bulkLimit: whole(10_000, 100, 100_000),
  passwordHashMemory: whole(64, 19, 4096),
  passwordHashPasses: whole(5, 2, 100),
  webPoolSize: whole(10, 2, 200),
  gatewayPoolSize: whole(5, 2, 200),
  workerPoolSize: whole(5, 2, 200),
} as const;

/** The environment variable of an option: `httpPort` is `SALLYPORT_HTTP_PORT`, `dataFolder` `SALLYPORT_DATA`. */
export function environmentName(key: string): string {
  if (key === "dataFolder") return "SALLYPORT_DATA";
  return `SALLYPORT_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function setting<T>(fallback: T, parse: (raw: unknown, workingFolder: string) => T | Error): Setting<T> {
  return { fallback, parse };
}

function port(fallback: number): Setting<number> {
  return whole(fallback, 1, 65_535);
}

function whole(fallback: number, smallest: number, largest: number): Setting<number> {
  return setting(fallback, (raw) => {
    const value = typeof raw === "string" && /^\d+$/.test(raw.trim()) ? Number(raw) : raw;
    if (typeof value === "number" && Number.isInteger(value) && value >= smallest && value <= largest)
      return value;
    return new Error(`must be a whole number from ${smallest} to ${largest}, not ${shown(raw)}.`);
  });
}

function oneOf<const T extends string>(fallback: NoInfer<T>, choices: readonly T[]): Setting<T> {
  return setting<T>(
    fallback,
    (raw) =>
      choices.find((choice) => choice === raw) ??
      new Error(`must be one of ${choices.join(", ")}, not ${shown(raw)}.`),
  );
}

function parseHost(raw: unknown): string | Error {
  const isName = typeof raw === "string" && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(raw);
  if (typeof raw === "string" && (isIP(raw) !== 0 || (isName && !/^[\d.]+$/.test(raw)))) return raw;
  return new Error(`must be an address or host name of this machine, not ${shown(raw)}.`);
}

function parseHostNames(raw: unknown): readonly string[] | Error {
  const items = typeof raw === "string" ? raw.split(",").map((item) => item.trim()) : raw;
  const names = Array.isArray(items) ? items.filter((item) => item !== "") : null;
  const isName = (item: unknown) =>
    typeof item === "string" && /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z]([a-z0-9-]*[a-z0-9])?$/i.test(item);
  if (names?.every(isName)) return names.map((name) => name.toLowerCase());
  return new Error(`must be host names such as access.example.com, separated by commas, not ${shown(raw)}.`);
}

function parseDirectory(raw: unknown): string | Error {
  const url = typeof raw === "string" ? tryUrl(raw) : null;
  return url?.protocol === "https:"
    ? url.href
    : new Error("must be the https address of a certificate authority's directory (ACME).");
}

function parseHttpAddress(raw: unknown): string | Error {
  const url = typeof raw === "string" ? tryUrl(raw) : null;
  return url !== null && /^https?:$/.test(url.protocol)
    ? url.href.replace(/\/+$/, "")
    : new Error("must be an http or https address.");
}

function parseDatabaseUrl(raw: unknown): string | Error {
  const url = typeof raw === "string" ? tryUrl(raw) : null;
  // The value may hold a password, so it is never repeated.
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    return new Error("must look like postgres://user:password@host:5432/database.");
  }
  return url.href;
}

function parseSiteUrl(raw: unknown): string | Error {
  const url = typeof raw === "string" ? tryUrl(raw) : null;
  const isPlain =
    url !== null && url.pathname === "/" && url.search === "" && url.hash === "" && !url.username;
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    return new Error("must look like https://access.example.com, without a path.");
  }
  return url.origin;
}

function tryUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function parseSecretKey(raw: unknown): Buffer | Error {
  if (typeof raw === "string") {
    const text = raw.trim();
    const isHex = /^([0-9a-f]{2}){32,}$/i.test(text);
    const isBase64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);
    const key = isHex ? Buffer.from(text, "hex") : isBase64 ? Buffer.from(text, "base64") : null;
    if (key !== null && key.length >= 32) return key;
  }
  return new Error(
    "must be at least 32 random bytes in hexadecimal or base64 (try: openssl rand -base64 32).",
  );
}

function parseSecretKeys(raw: unknown): readonly Buffer[] | Error {
  const items = typeof raw === "string" ? raw.split(",") : Array.isArray(raw) ? raw : [];
  const keys = items.map(parseSecretKey);
  return keys.find((key) => key instanceof Error) ?? (keys as Buffer[]);
}

function parseCookiePrefix(raw: unknown): string | Error {
  return typeof raw === "string" && /^[\w-]{0,32}$/.test(raw)
    ? raw
    : new Error("must be at most 32 letters, digits, _ and -.");
}

function parseNetworks(raw: unknown): readonly string[] | Error {
  const items = typeof raw === "string" ? raw.split(",").map((item) => item.trim()) : raw;
  if (!Array.isArray(items)) return new Error("must be a list of addresses and networks.");
  const networks = items.filter((item) => item !== "");
  const wrong = networks.find((item) => typeof item !== "string" || !isNetwork(item));
  if (wrong === undefined) return networks;
  return new Error(
    `must be addresses and networks such as 10.0.0.0/8, separated by commas, not ${shown(wrong)}.`,
  );
}

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

function parseRoles(raw: unknown): Config["roles"] | Error {
  const names = typeof raw === "string" ? raw.split(",").map((name) => name.trim()) : raw;
  if (Array.isArray(names) && names.length > 0) {
    if (names.length === 1 && names[0] === "all") return ROLES;
    const roles = ROLES.filter((role) => names.includes(role));
    if (roles.length === names.length) return roles;
  }
  return new Error(`must be all, or some of ${ROLES.join(", ")} separated by commas, not ${shown(raw)}.`);
}

function parseSwitch(raw: unknown): boolean | Error {
  if (raw === true || raw === "true" || raw === "1") return true;
  if (raw === false || raw === "false" || raw === "0") return false;
  return new Error(`must be true or false, not ${shown(raw)}.`);
}

function parseToken(raw: unknown): string | Error {
  return typeof raw === "string" && /^[\x21-\x7e]{16,256}$/.test(raw)
    ? raw
    : new Error("must be 16 to 256 letters, digits and signs without spaces.");
}

function parseLicenseKeys(raw: unknown): readonly string[] | Error {
  const items = typeof raw === "string" ? raw.split(",").map((item) => item.trim()) : raw;
  const keys = Array.isArray(items) ? items.filter((item) => item !== "") : null;
  const isKey = (item: unknown) => typeof item === "string" && /^[A-Za-z0-9+/_-]{43}=?$/.test(item);
  if (keys?.every(isKey)) return keys;
  return new Error("must be Ed25519 public keys of 32 bytes in base64, separated by commas.");
}

function shown(raw: unknown): string {
  const text = typeof raw === "string" ? raw : (JSON.stringify(raw) ?? String(raw));
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}
