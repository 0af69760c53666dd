import oracledb from "oracledb";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { type DatabaseRefusal, databaseName, withDriver } from "./database.ts";
import { localListener } from "./local-listener.ts";
import type { ProbeResult } from "./probe.ts";
import { secured, tlsOf } from "./tls.ts";

/** Signs in to Oracle, as SYSDBA where account or platform say so, and asks for the version. */
export async function probeOracle(target: TargetConnection): Promise<ProbeResult> {
  const session = await openOracle(target);
  const rows = await session.ask("SELECT version FROM product_component_version WHERE ROWNUM = 1");
  return { accountChecked: true, version: target.quote(String(rows[0]?.[0] ?? "")) };
}

/** A session with Oracle. */
export interface OracleSession {
  /**
   * Runs a statement that changes nothing; `:1` and so on stand for values. Answers its rows.
   *
   * @throws TargetFailure
   */
  ask(statement: string, values?: readonly string[]): Promise<readonly (readonly unknown[])[]>;
  /** The same for any statement. Fails with the error of the driver. */
  run(statement: string, values?: readonly string[]): Promise<readonly (readonly unknown[])[]>;
}

/**
 * Signs in to Oracle, as SYSDBA where account or platform say so.
 *
 * @throws TargetFailure
 */
export async function openOracle(target: TargetConnection): Promise<OracleSession> {
  const { account, password } = target;
  const service = databaseName(target);
  // It becomes part of a connect descriptor: nothing that could end the name may be in it.
  if (!/^[\p{L}\p{N}_.$#-]{1,128}$/u.test(service)) {
    throw target.failure("invalid_setting", text.serviceNameInvalid, { name: target.quote(service) });
  }
  const tls = tlsOf(target);
  const listener = await localListener(target, async () => {
    const stream = await target.connectBounded();
    return tls === null ? stream : await secured(target, stream, tls);
  });
  const driver = <T>(steps: () => Promise<T>): Promise<T> =>
    withDriver(target, steps, oracleRefusal).catch((error: unknown) => {
      throw listener.failure ?? error;
    });
  const connection = await driver(() =>
    oracledb.getConnection({
      user: account.username,
      password,
      connectString: `(DESCRIPTION=(RETRY_COUNT=0)(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=${listener.port}))(CONNECT_DATA=(SERVICE_NAME=${service})))`,
      connectTimeout: target.connectTimeout / 1000,
      ...(isSysdba(target) ? { privilege: oracledb.SYSDBA } : {}),
    }),
  );
  target.onClose(() => void connection.close({ drop: true }).catch(() => undefined));
  const run: OracleSession["run"] = async (statement, values = []) =>
    (await connection.execute(statement, [...values])).rows ?? [];
  return { run, ask: (statement, values) => driver(() => run(statement, values)) };
}

function isSysdba({ account, spec }: TargetConnection): boolean {
  return account.privileged || spec.target.setting.sysdba === true;
}

/** Numbers of Oracle's messages, and of its driver: wrong account, locked, expired; service unknown, not open. */
export function oracleRefusal({ message }: Error): DatabaseRefusal {
  if (/ORA-(?:01017|28000|28001|01045|01005)\b/.test(message)) return "account";
  return /ORA-(?:12514|12505|01034)\b|NJS-51[78]\b/.test(message) ? "database" : "other";
}
