import type { RunnerChange } from "../../transport/runner-control/messages.ts";
import { loadedByName } from "../loaded-by-name.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import type { ChangeMeans } from "./means.ts";

/** The means there are; what one needs is loaded with it. */
const means = loadedByName<ChangeMeans>({
  posix: async () => (await import("./posix-password.ts")).posixPassword,
  keys: async () => (await import("./authorized-keys.ts")).authorizedKeys,
  windows: async () => (await import("./windows.ts")).windowsPassword,
  device: async () => (await import("./device.ts")).devicePassword,
  mysql: async () => (await import("./mysql.ts")).mysqlPassword,
  mariadb: async () => (await import("./mysql.ts")).mysqlPassword,
  postgresql: async () => (await import("./postgresql.ts")).postgresqlPassword,
  oracle: async () => (await import("./oracle.ts")).oraclePassword,
  sqlserver: async () => (await import("./sqlserver.ts")).sqlserverPassword,
  mongodb: async () => (await import("./mongodb.ts")).mongodbPassword,
  redis: async () => (await import("./redis.ts")).redisPassword,
});

/** Over SSH the kind of machine decides. */
const meansOver: Readonly<Record<string, readonly string[]>> = {
  ssh: ["posix", "keys", "windows", "device"],
  winrm: ["windows"],
};

/**
 * Loads what changing secrets needs, before the runner gives up the right to read its own code.
 *
 * @param protocols unset: all there are
 */
export const loadMeans = (protocols?: readonly string[]): Promise<void> =>
  means.load(protocols?.flatMap((protocol) => meansOver[protocol] ?? [protocol]));

/**
 * How the secret of a target's account is changed.
 *
 * @throws TargetFailure `not_supported`
 */
export function meansFor(target: TargetConnection, change: RunnerChange): ChangeMeans {
  const { protocol } = target.spec.target;
  const kind = protocol === "winrm" ? "windows" : protocol;
  const found = means.get(protocol === "ssh" ? kindOverSsh(target, change) : kind);
  if (found === undefined) throw target.failure("not_supported", text.changeUnsupported, { protocol });
  return found;
}

function kindOverSsh({ spec }: TargetConnection, { account }: RunnerChange): string {
  const { category, type } = spec.target;
  if (category === "device" || spec.mechanism.endsWith("_by_ssh")) return "device";
  if (type === "windows") return "windows";
  return account.secretType === "ssh_key" ? "keys" : "posix";
}
