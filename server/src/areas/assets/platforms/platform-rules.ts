import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import { ApiError, ValidationError } from "../../../engine/errors.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import type { RowOf, WriteEvent } from "../../../engine/resource/index.ts";
import { findProtocol } from "../catalogue/protocols.ts";
import { rulesOf, type TypeRules } from "../catalogue/types.ts";
import { text } from "../texts.ts";
import { type CustomField, checkCustomFields, secretFieldNames } from "./custom-fields.ts";
import type { PlatformFields } from "./platform-fields.ts";

type PlatformEvent = WriteEvent<PlatformFields>;

/** @throws ApiError 403 for a platform of the product itself. */
export function refuseInternal(row: Readonly<Record<string, unknown>> | null): void {
  if (row?.internal === true) throw new ApiError(403, "permission_denied", text.internalPlatform);
}

/**
 * The rules across a platform's fields: category and type belong together, switches and protocols obey the type, and
 * what assets of the platform rely on stays. Contract: docs/contract/assets.md, "Platforms".
 */
export async function settlePlatform(event: PlatformEvent): Promise<void> {
  const { context, before, values } = event;
  const category = values.category ?? before?.category ?? "";
  const type = values.type ?? before?.type ?? "";
  const rules = rulesOf(category, type);
  if (rules === undefined) {
    throw new ValidationError({ type: [withParameters(text.typeMismatch, { type, category })] });
  }
  settleSwitches(event, rules);
  settleProtocols(event, category, rules);
  const customFields = values.custom_fields as readonly CustomField[] | undefined;
  if (customFields !== undefined) await checkCustomFields(customFields, event);
  if (before !== null) await keepWhatAssetsHave(context, before, category, customFields);
}

function settleSwitches({ mode, values }: PlatformEvent, rules: TypeRules): void {
  const settle = (name: "domain_enabled" | "su_enabled", allowed: boolean, initial: boolean): void => {
    if (Object.hasOwn(values, name) || mode === "create")
      values[name] = Boolean(values[name] ?? initial) && allowed;
    else if (!allowed) values[name] = false;
  };
  settle("domain_enabled", rules.domainEnabled, true);
  settle("su_enabled", rules.suEnabled, false);
}

function settleProtocols({ mode, values }: PlatformEvent, category: string, rules: TypeRules): void {
  const { protocols: given } = values;
  const [first] = rules.protocols;
  if (given === undefined) {
    if (mode !== "create") return;
    if (first === undefined) throw new ValidationError({ protocols: [text.protocolsEmpty] });
    const port = findProtocol(first)?.port ?? 0;
    values.protocols = [
      {
        id: undefined,
        name: first,
        port,
        primary: true,
        required: false,
        default: false,
        public: true,
        setting: {},
      },
    ];
    return;
  }
  if (given.length === 0) throw new ValidationError({ protocols: [text.protocolsEmpty] });
  const foreign = given.map(({ name }) => foreignProtocol(name, category, rules));
  if (foreign.some((error) => error !== null)) {
    throw new ValidationError({
      protocols: foreign.map((error) => (error === null ? {} : { name: [error] })),
    });
  }
  const items = [...new Map(given.map((item) => [item.name, item])).values()];
  const primary = items.find((item) => item.primary) ?? items[0];
  values.protocols = items.map((item) => ({ ...item, primary: item === primary }));
}

/** Why a platform of a type cannot have a protocol; null when it can. Custom types may have any. */
export function foreignProtocol(name: string, category: string, rules: TypeRules) {
  if (category === "custom" || rules.protocols.includes(name)) return null;
  return withParameters(text.protocolOfOtherType, { names: rules.protocols.join(", ") });
}

/** Assets that exist keep their category, and what of theirs is secret. */
async function keepWhatAssetsHave(
  context: RequestContext,
  before: RowOf<PlatformFields>,
  category: string,
  customFields: readonly CustomField[] | undefined,
): Promise<void> {
  const recast = category !== before.category;
  const former = (before.custom_fields ?? []) as readonly CustomField[];
  const changed = customFields === undefined ? null : secrecyChange(former, customFields);
  if (!recast && changed === null) return;
  const { rows } = await sql`select 1 from assets where platform_id = ${before.id} limit 1`.execute(
    context.db,
  );
  if (rows.length === 0) return;
  if (recast) throw new ValidationError({ category: [text.categoryInUse] });
  throw new ValidationError({ custom_fields: [withParameters(text.secrecyInUse, { name: changed ?? "" })] });
}

/** The first field that becomes secret, or is no longer; null when none does. */
function secrecyChange(former: readonly CustomField[], next: readonly CustomField[]): string | null {
  const [secretBefore, secretNow] = [secretFieldNames(former), secretFieldNames(next)];
  const changed = next.find(
    ({ name }) =>
      former.some((field) => field.name === name) && secretBefore.includes(name) !== secretNow.includes(name),
  );
  return changed?.name ?? null;
}
