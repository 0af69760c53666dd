/** The part of the driver that is used; the package has no types of its own. */
declare module "oracledb" {
  interface Connection {
    execute(
      statement: string,
      values?: readonly string[],
    ): Promise<{ rows?: readonly (readonly unknown[])[] }>;
    close(options?: { drop?: boolean }): Promise<void>;
  }

  interface ConnectionAttributes {
    user: string;
    password: string;
    connectString: string;
    /** Seconds. */
    connectTimeout?: number;
    privilege?: number;
  }

  const oracledb: {
    readonly SYSDBA: number;
    getConnection(attributes: ConnectionAttributes): Promise<Connection>;
  };
  export default oracledb;
}
