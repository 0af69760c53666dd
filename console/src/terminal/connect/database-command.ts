import { type ClientServer, hostOfUrl, shellWord } from "./client-launch.ts";

/** Who signs in to a database through a token. */
interface DatabaseSignIn {
  readonly tokenId: string;
  /** The token's value. */
  readonly password: string;
  /** Name of the database; empty where there is none. */
  readonly database: string;
}

/**
 * The command of a database's own client; undefined where there is no usual one. The clients of MySQL and PostgreSQL ask
 * for the password. Contract: docs/contract/console.md, "Web terminal".
 */
export function databaseCommand(
  protocol: string,
  { host, port }: ClientServer,
  { tokenId, password, database }: DatabaseSignIn,
): string | undefined {
  switch (protocol) {
    case "mysql":
    case "mariadb":
      return [
        "mysql",
        "-h",
        host,
        "-P",
        port,
        "-u",
        tokenId,
        "-p",
        ...(database ? [shellWord(database)] : []),
      ].join(" ");
    case "postgresql":
      return [
        "psql",
        "-h",
        host,
        "-p",
        port,
        "-U",
        tokenId,
        ...(database ? ["-d", shellWord(database)] : []),
      ].join(" ");
    case "redis":
      return `redis-cli -h ${host} -p ${port} -a ${tokenId}@${password}`;
    case "oracle":
      return `sqlplus ${shellWord(`${tokenId}/${password}@${hostOfUrl(host)}:${port}/${database}`)}`;
    default:
      return undefined;
  }
}
