import type { HashParameters } from "../passwords/hash-pool.ts";
import type { CertificateSource } from "../tls/tls-options.ts";

/** What a process of the product does. */
export type Role = "web" | "gateway" | "worker";

/** The product's configuration: validated once at start, never changed. */
export interface Config {
  /** TCP port of the console and the API; `SALLYPORT_HTTP_PORT`, default 8080. */
  readonly httpPort: number;
  /** Address to listen on; `SALLYPORT_HOST`, default 127.0.0.1. */
  readonly host: string;
  /** TCP port of https, where there is a certificate; `SALLYPORT_HTTPS_PORT`, default 8443. */
  readonly httpsPort: number;
  /**
   * Where the certificate comes from: `SALLYPORT_TLS_CERTIFICATE` and `SALLYPORT_TLS_KEY`, or an authority by
   * `SALLYPORT_ACME_HOSTS` and its kind; null = something in front of the product ends TLS, or nothing does.
   */
  readonly tls: CertificateSource | null;
  /** TCP port of the SSH gateway; `SALLYPORT_SSH_PORT`, default 2222. */
  readonly sshPort: number;
  /** Whether the SSH gateway offers a post-quantum key exchange; `SALLYPORT_SSH_POST_QUANTUM`, default true. */
  readonly sshPostQuantum: boolean;
  /** Which algorithms the SSH gateway offers clients; `SALLYPORT_SSH_ALGORITHMS`, default `standard`. */
  readonly sshAlgorithms: "standard" | "strict";
  /** Whether channels of one SSH client share connections to targets; `SALLYPORT_SSH_REUSE_CONNECTIONS`, default true. */
  readonly sshReuseConnections: boolean;
  /** Absolute path of everything the product keeps; `SALLYPORT_DATA`, default `./data`. */
  readonly dataFolder: string;
  /** External PostgreSQL; `SALLYPORT_DATABASE_URL`, null = embedded. */
  readonly databaseUrl: string | null;
  /** First password of `admin`; `SALLYPORT_ADMIN_PASSWORD`, null = generated and printed once. */
  readonly adminPassword: string | null;
  /** Address people reach the product at, without a trailing slash; `SALLYPORT_SITE_URL`. */
  readonly siteUrl: string;
  /** Prefix of the names of the session's cookies; `SALLYPORT_SESSION_COOKIE_NAME_PREFIX`, default `jms_`. */
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
  /**
   * Hours a recording stays on this machine after it was proven to be in its storage; `SALLYPORT_REPLAY_LOCAL_HOURS`,
   * default 24.
   */
  readonly replayLocalHours: number;
  /** Geoip database (MMDB) by which sign-ins are located; `SALLYPORT_GEOIP_FILE`, null = none. */
  readonly geoipFile: string | null;
  /** File that signed checkpoints of the evidence are copied to; `SALLYPORT_CHECKPOINT_FILE`, null = in the data folder. */
  readonly checkpointFile: string | null;
  /**
   * Addresses and networks of this machine and its link that settings may name as targets; `SALLYPORT_LOCAL_TARGETS`,
   * default none.
   */
  readonly localTargets: readonly string[];
  /** Public keys, in base64, whose licenses are taken beside the installation's own; `SALLYPORT_LICENSE_KEYS`. */
  readonly licenseKeys: readonly string[];
  /**
   * Address of a server that stands in for those of WeCom, DingTalk and FeiShu in tests, whose host names become the first
   * part of the path; `SALLYPORT_CHAT_PLATFORM_URL`, null = the platforms themselves.
   */
  readonly chatPlatformUrl: string | null;
  /** Token that `/api/v1/prometheus/metrics/` asks for; `SALLYPORT_METRICS_TOKEN`, null = answered on this machine. */
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
  /** Most objects one request writes; `SALLYPORT_BULK_LIMIT`, default 10 000. */
  readonly bulkLimit: number;
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
  /**
   * Whether people prove again who they are before they see secrets or make credentials; `SALLYPORT_CONFIRM_SECRETS`,
   * default true. Not a setting of the console: a stolen session could turn it off.
   */
  readonly confirmSecrets: boolean;
  /** Whether a demonstration is made and its shell offered; `--demo` or `SALLYPORT_DEMO`. */
  readonly demo: boolean;
  /** Roles of this process; null = supervisor with all of them. `--roles` or `SALLYPORT_ROLES`. */
  readonly roles: readonly Role[] | null;
  /** Largest number of database connections of each role; `SALLYPORT_WEB_POOL_SIZE` and so on. */
  readonly poolSizes: Readonly<Record<Role, number>>;
}
