import oracledb from "oracledb";
import { text } from "../texts.ts";
import type { Visit } from "../visit.ts";
import { type DatabaseRefusal, databaseName, withDriver } from "./database.ts";
import { localDoor } from "./local-door.ts";
import type { ProbeResult } from "./probe.ts";
import { secured, tlsOf } from "./tls.ts";

/** Signs in to Oracle, as SYSDBA where account or platform say so, and asks for the version. */
export async function probeOracle(visit: Visit): Promise<ProbeResult> {
  const { account, password } = visit;
  const service = databaseName(visit);
  // It becomes part of a connect descriptor: nothing that could end the name may stand in it.
  if (!/^[\p{L}\p{N}_.$#-]{1,128}$/u.test(service)) {
    throw visit.failure("invalid_setting", text.serviceNameInvalid, { name: visit.quote(service) });
  }
  const tls = tlsOf(visit);
  const door = await localDoor(visit, async () => {
    const stream = await visit.connectBounded();
    return tls === null ? stream : await secured(visit, stream, tls);
  });
  const version = await withDriver(
    visit,
    async () => {
      const connection = await oracledb.getConnection({
        user: account.username,
        password,
        connectString: `(DESCRIPTION=(RETRY_COUNT=0)(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=${door.port}))(CONNECT_DATA=(SERVICE_NAME=${service})))`,
        connectTimeout: visit.connectTimeout / 1000,
        ...(isSysdba(visit) ? { privilege: oracledb.SYSDBA } : {}),
      });
      visit.onClose(() => void connection.close({ drop: true }).catch(() => undefined));
      const { rows } = await connection.execute(
        "SELECT version FROM product_component_version WHERE ROWNUM = 1",
      );
      return String(rows?.[0]?.[0] ?? "");
    },
    refusalOf,
  ).catch((error: unknown) => {
    throw door.failure ?? error;
  });
  return { accountChecked: true, version: visit.quote(version) };
}

function isSysdba({ account, order }: Visit): boolean {
  return account.privileged || order.target.setting.sysdba === true;
}

/** Numbers of Oracle's messages, and of its driver: wrong account, locked, expired; service unknown, not open. */
function refusalOf({ message }: Error): DatabaseRefusal {
  if (/ORA-(?:01017|28000|28001|01045|01005)\b/.test(message)) return "account";
  return /ORA-(?:12514|12505|01034)\b|NJS-51[78]\b/.test(message) ? "database" : "other";
}
