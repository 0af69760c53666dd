import type { RequestContext } from "../../engine/access/index.ts";
import { BadRequest, PermissionDenied, ValidationError } from "../../engine/errors.ts";
import { type Message, text as shared, translate, withParameters } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { foldedName, normalizeName } from "../../engine/names.ts";
import {
  computed,
  contains,
  defineResource,
  describeField,
  integer,
  text as line,
  type Row,
  stamps,
  uuid,
} from "../../engine/resource/index.ts";
import type { StatisticName } from "./extension-points.ts";
import { text } from "./texts.ts";
import { isInternal, organizationIds } from "./well-known.ts";

/** Names that select another organization when a client sends them as `X-JMS-ORG`. */
const reserved = new Set(["root", "global", "system", "default"]);

const statisticLabels: Readonly<Record<StatisticName, Message>> = {
  users_amount: text.usersAmount,
  groups_amount: text.groupsAmount,
  assets_amount: text.assetsAmount,
  nodes_amount: text.nodesAmount,
  domains_amount: text.domainsAmount,
  gateways_amount: text.gatewaysAmount,
  asset_perms_amount: text.assetPermsAmount,
};

type Statistics = ReadonlyMap<StatisticName, ReadonlyMap<string, number>>;

async function loadStatistics({ db, services }: RequestContext, rows: readonly Row[]): Promise<Statistics> {
  const ids = rows.map(({ id }) => String(id));
  const found = new Map<StatisticName, ReadonlyMap<string, number>>();
  for (const { name, count } of services.extensions.of("organizationCounts")) {
    found.set(name, await count(db, ids));
  }
  return found;
}

function presentStatistics(row: Row, loaded: unknown): Json {
  const counts = [...(loaded as Statistics)].map(
    ([name, byId]) => [name, byId.get(String(row.id)) ?? 0] as const,
  );
  return Object.fromEntries(counts);
}

async function stillHeld(
  context: RequestContext,
  organization: { id: string; name: string },
): Promise<Message[]> {
  const found: Message[] = [];
  for (const guard of context.services.extensions.of("organizationDeleteGuards")) {
    const thing = await guard(context.db, organization);
    if (thing !== null) found.push(thing);
  }
  return found;
}

/** `orgs/orgs`. Contract: docs/contract/identity.md, "Organizations". */
export const organizationsResource = defineResource({
  path: "orgs/orgs",
  app: "orgs",
  model: "organization",
  label: text.organization,
  title: "Org",
  scope: "global",
  table: "organizations",
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: shared.id }),
    name: line({ label: shared.name, required: true, maxLength: 128, check: normalizeName }),
    resource_statistics: computed({
      label: text.resourceStatistics,
      type: "nested object",
      columns: ["id"],
      load: loadStatistics,
      present: (row, _context, loaded) => presentStatistics(row, loaded),
      describe: (context) => ({
        children: Object.fromEntries(
          Object.entries(statisticLabels).map(([name, label]) => [
            name,
            describeField(integer({ label }), context),
          ]),
        ),
      }),
    }),
    is_default: computed({
      label: text.isDefault,
      columns: ["id"],
      present: (row) => row.id === organizationIds.default,
    }),
    is_root: computed({ label: text.isRoot, columns: ["id"], present: () => false }),
    internal: computed({
      label: text.internal,
      columns: ["id"],
      present: (row) => isInternal(String(row.id)),
    }),
    ...stamps("date_created", "created_by"),
    comment: line({ label: shared.comment }),
  },
  sizes: { mini: ["id", "name"], small: ["id", "name", "is_default", "is_root", "internal", "comment"] },
  filters: { name: contains("t.name") },
  search: ["t.name", "t.comment"],
  order: { by: ["name", "comment", "created_by", "date_created"], default: ["name"] },
  bulkDelete: "refused",
  hooks: {
    validate({ before, values }) {
      const { name } = values;
      if (name === undefined || name === before?.name || !reserved.has(foldedName(name))) return;
      const isOwn = before !== null && foldedName(before.name) === foldedName(name);
      if (!isOwn) throw new ValidationError({ name: [text.reservedName] });
    },
    async afterWrite({ context, mode, before, values, id }) {
      const { name } = values;
      if (name === undefined || name === before?.name) return;
      const event = mode === "create" ? "created" : "renamed";
      for (const hook of context.services.extensions.of("afterOrganizationWrite"))
        await hook(context.db, { id: String(id), name }, event);
    },
    async beforeDelete(context, row) {
      const organization = { id: row.id, name: row.name };
      if (isInternal(organization.id)) throw new BadRequest("error", text.internalNotDeletable);
      if (context.organization.id === organization.id) throw new PermissionDenied(text.currentNotDeletable);
      const held = await stillHeld(context, organization);
      if (held.length > 0) {
        const separator = context.language === "en" ? ", " : "、";
        const named = held.map((thing) => translate(thing, context.language)).join(separator);
        // Labels begin with a capital; here they stand inside a sentence.
        const things = context.language === "en" ? named.toLowerCase() : named;
        throw new PermissionDenied(withParameters(text.stillHolds, { things }));
      }
      for (const hook of context.services.extensions.of("beforeOrganizationDelete"))
        await hook(context, organization);
    },
  },
});
