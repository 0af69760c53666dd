import { sql } from "kysely";
import { addressRange, type CallerContext, type RequestContext } from "../../engine/access/index.ts";
import { text as common, translate } from "../../engine/i18n/index.ts";
import {
  addressEntry,
  boolean,
  defineResource,
  exact,
  integer,
  list,
  relation,
  stamps,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { highestFirst } from "../acls/index.ts";
import { text } from "./texts.ts";

/** Every address, and also what has none. */
const everywhere = "*";

const address = addressEntry({
  accepts: (entry) => entry === everywhere || addressRange(entry) !== null,
});

const addresses = list({
  label: text.addresses,
  help: text.addressesHelp,
  default: [everywhere],
  child: address,
  maxItems: 10_000,
});

const priority = integer({ label: text.priority, default: 50, minimum: 1, maximum: 100 });

const fields = {
  id: uuid({ label: common.id }),
  name: textField({ label: common.name, required: true, maxLength: 128 }),
  ip_group: {
    ...addresses,
    // A list that names nothing means what leaving it out means.
    toColumns: (value: unknown) => ({ ip_group: JSON.stringify(named(value as readonly string[])) }),
  },
  priority: {
    ...priority,
    // Which end comes first is a setting, and whoever chooses a number should not have to look it up.
    describeFor: async (context: RequestContext) => {
      const help = (await highestFirst(context.services))
        ? text.priorityHighestFirst
        : text.priorityLowestFirst;
      return { ...priority.describe?.(context), help_text: translate(help, context.language) };
    },
  },
  endpoint: relation({
    label: text.endpoint,
    column: "endpoint_id",
    nullable: true,
    target: { table: "endpoints", key: "uuid" },
  }),
  comment: textField({ label: common.comment }),
  ...stamps("date_created", "date_updated", "created_by"),
  is_active: boolean({ label: common.isActive, default: true }),
};

const named = (entries: readonly string[]): readonly string[] =>
  entries.length === 0 ? [everywhere] : entries;

/** Keeps the addresses of a rule as numbers, which decisions look into. */
async function keepRanges({ db }: CallerContext, id: string, entries: readonly string[]): Promise<void> {
  await sql`delete from endpoint_rule_ranges where rule_id = ${id}::uuid`.execute(db);
  const ranges = named(entries).map((entry) => {
    const range = entry === everywhere ? null : addressRange(entry);
    return range === null ? "(,)" : `[${range.first},${range.last}]`;
  });
  await sql`
    insert into endpoint_rule_ranges (rule_id, addresses)
    select ${id}::uuid, range::numrange from unnest(${ranges}::text[]) as range
  `.execute(db);
}

/** Which addresses of targets lead to which endpoint. Contract: docs/contract/endpoints.md, section 2. */
export const endpointRulesResource = defineResource({
  path: "terminal/endpoint-rules",
  app: "terminal",
  model: "endpointrule",
  label: text.rule,
  title: "Endpoint Rule",
  scope: "global",
  table: "endpoint_rules",
  fieldOrder: "declared",
  stamped: ["updated_by"],
  fields,
  sizes: { mini: ["id", "name"] },
  filters: { name: exact("t.name") },
  search: ["t.name"],
  order: {
    by: ["priority", "name", "comment", "date_created", "date_updated", "created_by", "is_active"],
    default: ["-priority", "name"],
    defaultFor: async ({ services }) => [(await highestFirst(services)) ? "-priority" : "priority", "name"],
  },
  hooks: {
    async afterWrite({ context, id, before, values }) {
      const { ip_group: entries } = values;
      if (entries !== undefined || before === null) await keepRanges(context, String(id), entries ?? []);
    },
  },
});
