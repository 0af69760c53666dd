import type { CallerContext } from "../../../engine/access/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import type { BulkChange } from "../../../engine/resource/index.ts";
import { notifyUsers } from "../../notifications/index.ts";
import { text } from "../texts.ts";

/** Asset names listed that were passed over. */
const mostNamed = 50;

/**
 * Which assets a bulk update changes: one that would get a platform of another type is passed over, the others are
 * changed, and the caller is told. Contract: docs/contract/assets.md, "Many at once".
 * @throws NotFound for an asset or a platform that is not there.
 */
export async function keepingTheirType(
  context: CallerContext,
  changes: readonly BulkChange[],
): Promise<readonly boolean[]> {
  const types = await typesOf(
    context,
    changes.flatMap(({ input }) => platformIn(input) ?? []),
  );
  const skipped: string[] = [];
  const answers = changes.map(({ input, before }) => {
    const platform = platformIn(input);
    if (platform === null) return true;
    if (before === undefined) throw new NotFound(text.asset);
    const type = types.get(platform);
    if (type === undefined) throw new NotFound(text.platform);
    if (type === before.type) return true;
    skipped.push(String(before.name));
    return false;
  });
  if (skipped.length > 0) await tell(context, skipped);
  return answers;
}

/** The platform an object of the array names; null where it names none, or nothing that could be one. */
function platformIn(input: unknown): number | null {
  if (!isObject(input) || input.platform === undefined) return null;
  const { platform } = input;
  const id = Number(isObject(platform) ? (platform.pk ?? platform.id) : platform);
  return Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
}

async function typesOf(
  { db }: CallerContext,
  platformIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (platformIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("platforms")
    .select(["id", "type"])
    .where("id", "in", [...new Set(platformIds)])
    .execute();
  return new Map(rows.map(({ id, type }) => [id, type]));
}

async function tell({ services, db, principal, language }: CallerContext, names: readonly string[]) {
  const named = names.slice(0, mostNamed).join(", ");
  const rest = names.length - mostNamed;
  await notifyUsers(
    { ...services, db },
    [principal.id],
    {
      subject: text.assetsPassedOverSubject,
      parts: [
        { text: withParameters(text.assetsPassedOver, { count: names.length }) },
        { facts: [[text.assets, rest > 0 ? `${named} … (+${rest})` : named]] },
      ],
    },
    { language, backends: [] },
  );
}
