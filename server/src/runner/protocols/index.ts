import { loadedByName } from "../loaded-by-name.ts";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import type { Probe } from "./probe.ts";
import { windowsMachines } from "./windows.ts";

/** How each protocol is probed; what a protocol needs is loaded with it. */
const probes = loadedByName<Probe>({
  ssh: async () => (await import("./ssh.ts")).probeSsh,
  sftp: async () => (await import("./ssh.ts")).probeSftp,
  telnet: async () => (await import("./telnet.ts")).probeTelnet,
  rdp: async () => (await import("./rdp.ts")).probeRdp,
  vnc: async () => (await import("./vnc.ts")).probeVnc,
  winrm: async () => (await import("./winrm.ts")).probeWinrm,
  mysql: async () => (await import("./mysql.ts")).probeMysql,
  mariadb: async () => (await import("./mysql.ts")).probeMysql,
  postgresql: async () => (await import("./postgresql.ts")).probePostgresql,
  oracle: async () => (await import("./oracle.ts")).probeOracle,
  sqlserver: async () => (await import("./sqlserver.ts")).probeSqlserver,
  mongodb: async () => (await import("./mongodb.ts")).probeMongodb,
  redis: async () => (await import("./redis.ts")).probeRedis,
  clickhouse: async () => (await import("./clickhouse.ts")).probeClickhouse,
  http: async () => (await import("./web.ts")).probeWeb,
  k8s: async () => (await import("./kubernetes.ts")).probeKubernetes,
});

/**
 * Loads what protocols need, before the runner gives up the right to read its own code.
 *
 * @param names unset: all there are
 */
export async function loadProtocols(names?: readonly string[]): Promise<void> {
  await Promise.all([probes.load(names), windowsMachines.load(names)]);
}

/**
 * Probes the target of a connection by its protocol.
 *
 * @throws TargetFailure `not_supported` for a protocol that cannot be tested
 */
export const probe: Probe = (target: TargetConnection) => {
  const { protocol } = target.spec.target;
  const found = probes.get(protocol);
  if (found === undefined) throw target.failure("not_supported", text.protocolUnsupported, { protocol });
  return found(target);
};
