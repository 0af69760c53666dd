import { isRecord } from "../../../kit/api/api-error.ts";
import { defaultProtocols } from "../../../kit/field-kinds/protocol-rows.ts";
import { asProtocols, type Protocol } from "../../../kit/field-kinds/protocols.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";
import { withSecret } from "../forms/account-secret.ts";

/** What was entered about a machine and the account on it. */
export type HostEntry = Readonly<Record<string, unknown>>;

/** Fields of the machine; the others are the account's. */
const OF_HOST = ["address", "name", "platform", "port"];

/** The protocol a platform's machines are reached by first; undefined for a platform with none. */
export function mainProtocol(platform: Row): Protocol | undefined {
  const rows = defaultProtocols(asProtocols(platform.protocols));
  return rows.find(({ primary }) => primary === true) ?? rows[0];
}

/** The machine's body: its platform's usual protocols, the first at the port that was entered. */
export function hostBody(entry: HostEntry, platform: Row): Row {
  const main = mainProtocol(platform);
  const protocols = defaultProtocols(asProtocols(platform.protocols)).map((protocol) => ({
    name: protocol.name,
    port: protocol.name === main?.name ? Number(entry.port) : protocol.port,
  }));
  const address = valueText(entry.address).trim();
  const name = valueText(entry.name).trim();
  return {
    name: name === "" ? address : name,
    address,
    platform: { pk: platform.id },
    protocols,
    is_active: true,
  };
}

/** The account's body; without a secret the one that is stored stays. */
export function accountBody(entry: HostEntry): Record<string, unknown> {
  const body = withSecret(
    Object.fromEntries(Object.entries(entry).filter(([name]) => !OF_HOST.includes(name))),
  );
  const { secret_type: type, ...rest } = body;
  return {
    ...rest,
    name: valueText(entry.username).trim(),
    secret_type: plainValue(type),
    privileged: false,
    is_active: true,
  };
}

/** A refusal by the names of the fields: accounts and protocols are one field each in the answer. */
export function refusalOfHost(body: unknown): unknown {
  const answer = Array.isArray(body) ? { accounts: body } : body;
  if (!isRecord(answer)) return answer;
  const { accounts, protocols, ...rest } = answer;
  const [account] = Array.isArray(accounts) ? accounts : [accounts];
  return {
    ...(isRecord(account) ? account : account === undefined ? {} : { username: account }),
    ...(protocols === undefined ? {} : { port: protocols }),
    ...rest,
  };
}
