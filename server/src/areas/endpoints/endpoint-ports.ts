import { type RawBuilder, sql } from "kysely";

/** Columns with the ports of an endpoint. */
export type PortColumn =
  | "https_port"
  | "http_port"
  | "ssh_port"
  | "rdp_port"
  | "mysql_port"
  | "mariadb_port"
  | "postgresql_port"
  | "redis_port";

/** Where each protocol of clients is served; what is carried over SSH is reached by SSH. */
export const portColumns: Readonly<Record<string, PortColumn>> = {
  https: "https_port",
  http: "http_port",
  ssh: "ssh_port",
  sftp: "ssh_port",
  telnet: "ssh_port",
  rdp: "rdp_port",
  mysql: "mysql_port",
  mariadb: "mariadb_port",
  postgresql: "postgresql_port",
  redis: "redis_port",
};

/** The column of a protocol; undefined where endpoints have none for it. */
export const portColumn = (protocol: string): PortColumn | undefined =>
  Object.hasOwn(portColumns, protocol) ? portColumns[protocol] : undefined;

/** What endpoints have a port for, each once: names of columns without their end. */
export const servedProtocols: readonly string[] = [
  ...new Set(Object.values(portColumns).map((column) => column.replace(/_port$/, ""))),
];

/**
 * The port of endpoint `e` for a protocol, in SQL. The default endpoint is where the gateway listens until somebody
 * says otherwise; 0 where there is none.
 *
 * @param gatewayPort where the gateway listens for SSH
 */
export function portOfEndpoint(protocol: string, gatewayPort: number): RawBuilder<number> {
  const column = portColumn(protocol);
  if (column === undefined) return sql<number>`0`;
  return sql<number>`coalesce(${sql.ref(`e.${column}`)}, ${gatewayPort}::integer)`;
}
