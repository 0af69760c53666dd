import { isRecord } from "../../../kit/api/api-error.ts";
import { defaultProtocols } from "../../../kit/field-kinds/protocol-rows.ts";
import { asProtocols, type Protocol } from "../../../kit/field-kinds/protocols.tsx";
import type { FormValues } from "../../../kit/form/form-model.ts";
import type { Row } from "../../../kit/metadata/types.ts";

/** The entries of a form after its platform was changed, and what went with the former one. */
export interface SwitchedEntries {
  readonly draft: FormValues;
  readonly dropped: readonly string[];
}

/** The rows that another platform offers too; a port nobody has changed becomes the other one's. */
function keptProtocols(rows: readonly Protocol[], former: Row, available: readonly Protocol[]): Protocol[] {
  const before = asProtocols(former.protocols);
  return rows.flatMap((row) => {
    const offered = available.find(({ name }) => name === row.name);
    const isUntouched = before.some(({ name, port }) => name === row.name && port === row.port);
    return offered === undefined ? [] : [{ ...row, port: isUntouched ? offered.port : row.port }];
  });
}

/**
 * What was entered, for another platform: of the protocols those stay that it offers, and the ones it starts with are
 * added; of the fields particular to a platform those stay that both have.
 *
 * @param former the platform it was entered for
 */
export function switchPlatform(entries: FormValues, former: Row, platform: Row): SwitchedEntries {
  const available = asProtocols(platform.protocols);
  const rows = asProtocols(entries.protocols);
  const kept = keptProtocols(rows, former, available);
  const names = new Set(kept.map(({ name }) => name));
  const protocols = [...kept, ...defaultProtocols(available).filter(({ name }) => !names.has(name))];
  const { custom_info: own, ...common } = entries;
  const fields = Array.isArray(platform.custom_fields) ? platform.custom_fields.filter(isRecord) : [];
  const shared = isRecord(own)
    ? fields.flatMap(({ name }) => (String(name) in own ? [[String(name), own[String(name)]] as const] : []))
    : [];
  return {
    draft: {
      ...common,
      ...(shared.length === 0 ? {} : { custom_info: Object.fromEntries(shared) }),
      platform: { value: platform.id, label: platform.name },
      protocols,
    },
    dropped: rows.filter(({ name }) => !names.has(name)).map(({ name }) => name),
  };
}
