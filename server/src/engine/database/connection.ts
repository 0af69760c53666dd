/**
 * How to reach a PostgreSQL database: a URL, or the parts of one. `host` may be a folder, in which case the
 * Unix socket in it is used (the embedded server listens nowhere else). Plain data, so that the supervisor
 * can hand it to another process.
 */
export type ConnectionOptions =
  | { readonly connectionString: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
      readonly password?: string;
    };

/**
 * The same server and account, another database.
 * @throws TypeError when the connection string is not a URL.
 */
export function withDatabase(connection: ConnectionOptions, database: string): ConnectionOptions {
  if (!("connectionString" in connection)) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { connectionString: url.toString() };
}
