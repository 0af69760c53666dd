import type { JobSpec } from "../../transport/runner-control/messages.ts";
import { accountFor, jobSpecFor } from "./job-specs.ts";

interface SpokenProtocol {
  readonly category: string;
  readonly type: string;
  readonly address?: (port: number) => string;
}

/** Every protocol that is spoken, with what an asset of it needs to be asked at all. */
const protocols: Readonly<Record<string, SpokenProtocol>> = {
  ssh: { category: "host", type: "linux" },
  sftp: { category: "host", type: "linux" },
  telnet: { category: "device", type: "switch" },
  rdp: { category: "host", type: "windows" },
  vnc: { category: "host", type: "linux" },
  winrm: { category: "host", type: "windows" },
  mysql: { category: "database", type: "mysql" },
  postgresql: { category: "database", type: "postgresql" },
  oracle: { category: "database", type: "oracle" },
  sqlserver: { category: "database", type: "sqlserver" },
  mongodb: { category: "database", type: "mongodb" },
  redis: { category: "database", type: "redis" },
  clickhouse: { category: "database", type: "clickhouse" },
  http: { category: "web", type: "website", address: (port) => `http://127.0.0.1:${port}/` },
  k8s: { category: "cloud", type: "k8s", address: (port) => `https://127.0.0.1:${port}` },
};

/** A job of each protocol for what listens on a port of this machine; each is named by its protocol. */
export function jobSpecsOfAllProtocols(port: number, secret: string): JobSpec[] {
  return Object.entries(protocols).map(([protocol, { category, type, address }]) => ({
    ...jobSpecFor({
      account: accountFor({ secret }),
      target: {
        ...{ protocol, category, type, port },
        ...(address === undefined ? {} : { address: address(port) }),
        specification: { db_name: "shop" },
      },
    }),
    id: protocol,
    timeoutSeconds: 2,
  }));
}

/** Codes of failures that are the target's. */
export const targetFailures: readonly (string | null)[] = [
  ...["timeout", "protocol_error", "misbehaved", "tls_failed", "host_unreachable", "authentication_failed"],
];
