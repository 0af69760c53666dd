import { sql } from "kysely";
import { text as common } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  boolean,
  type Condition,
  computed,
  contains,
  datetime,
  exact,
  exactBoolean,
  exactUuid,
  type Field,
  type Filter,
  isUuid,
  labeledChoice,
  relation,
  relations,
  type ScopedListOptions,
  stamps,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import {
  assetLabelsTable,
  assetNodesTable,
  assetsTable,
  categoryChoices,
  domainsTable,
  labelsTable,
  nodesTable,
  platformProtocolsTable,
  platformsTable,
  typeChoices,
} from "../assets/index.ts";
import { text } from "./texts.ts";

interface ProtocolRow {
  readonly platform_id: number;
  readonly name: string;
  readonly is_public: boolean;
  readonly setting: Json;
}

/** The asset's protocols with what its platform says of each: whether to offer it, and its options. */
const protocols: Field = computed({
  label: text.protocols,
  columns: ["protocols", "platform_id"],
  load: async (context, rows) => {
    const { rows: found } = await sql<ProtocolRow>`
      select platform_id, name, is_public, setting from ${platformProtocolsTable}
      where platform_id = any(${[...new Set(rows.map((row) => row.platform_id))]}::integer[])
    `.execute(context.db);
    return new Map(found.map((row) => [`${row.platform_id} ${row.name}`, row]));
  },
  present: (row, _context, loaded) =>
    (row.protocols as { name: string; port: number }[]).map(({ name, port }) => {
      const known = (loaded as Map<string, ProtocolRow>).get(`${String(row.platform_id)} ${name}`);
      return { name, port, public: known?.is_public ?? true, setting: known?.setting ?? {} };
    }),
});

const specificColumns = [
  "db_name",
  "use_ssl",
  "allow_invalid_cert",
  "autofill",
  "username_selector",
  "password_selector",
  "submit_selector",
  "script",
  "proxy",
];

/** What is particular to the asset's category; told only to who asks for one asset by `?id=`. */
const specificInformation: Field = computed({
  label: text.specInfo,
  columns: specificColumns,
  when: (context) => context.query.has("id"),
  present: (row) =>
    Object.fromEntries(
      specificColumns.filter((name) => row[name] !== null).map((name) => [name, row[name] as Json]),
    ),
});

const fields: Readonly<Record<string, Field>> = {
  id: uuid({ label: common.id, readOnly: true }),
  name: textField({ label: common.name, readOnly: true }),
  address: textField({ label: text.address, readOnly: true }),
  domain: relation({
    label: text.domain,
    readOnly: true,
    column: "domain_id",
    target: { table: domainsTable.name, key: "uuid" },
  }),
  platform: relation({
    label: text.platform,
    readOnly: true,
    column: "platform_id",
    target: { table: platformsTable.name, key: "integer" },
  }),
  comment: textField({ label: common.comment, readOnly: true }),
  ...stamps("created_by"),
  connectivity: labeledChoice({
    label: text.connectivity,
    readOnly: true,
    choices: [
      { value: "-", label: text.connectivityUnknown },
      { value: "ok", label: text.connectivityOk },
      { value: "err", label: text.connectivityFailed },
    ],
  }),
  nodes: relations({
    label: text.nodes,
    readOnly: true,
    target: { table: nodesTable.name, key: "uuid", attributes: { id: "r.id", name: "r.value" } },
    link: { table: assetNodesTable.name, own: "asset_id", other: "node_id" },
    orderBy: "r.key",
  }),
  labels: relations({
    label: text.labels,
    readOnly: true,
    target: {
      table: labelsTable.name,
      key: "uuid",
      attributes: { id: "r.id", name: "r.name", value: "r.value" },
    },
    link: { table: assetLabelsTable.name, own: "asset_id", other: "label_id" },
  }),
  protocols,
  category: labeledChoice({ label: text.category, readOnly: true, choices: categoryChoices }),
  type: labeledChoice({ label: text.type, readOnly: true, choices: typeChoices() }),
  spec_info: specificInformation,
  is_active: boolean({ label: common.isActive, readOnly: true }),
  date_verified: datetime({ label: text.dateVerified, readOnly: true }),
  ...stamps("date_created"),
};

const platformFilter: Filter = {
  condition: (value) => {
    if (value === "") return null;
    return /^\d{1,9}$/.test(value)
      ? sql<boolean>`t.platform_id = ${Number(value)}`
      : platformIs(sql<boolean>`p.name = ${value.replaceAll("\0", "")}`);
  },
};

const platformIs = (condition: Condition): Condition =>
  sql<boolean>`t.platform_id in (select p.id from ${platformsTable} p where ${condition})`;

const domainFilter: Filter = {
  condition: (value, context) => {
    if (value === "") return null;
    if (isUuid(value)) return sql<boolean>`t.domain_id = ${value}::uuid`;
    return sql<boolean>`t.domain_id in (
      select d.id from ${domainsTable} d where ${contains("d.name").condition(value, context) as Condition}
    )`;
  },
};

/** `name:value` names one label; other text is looked for in both. */
const labelFilter: Filter = {
  condition: (value, context) => {
    if (value === "") return null;
    const [name, ...rest] = value.split(":");
    const matches =
      rest.length === 0
        ? sql`${contains("l.name").condition(value, context) as Condition} or ${contains("l.value").condition(value, context) as Condition}`
        : sql`l.name = ${(name ?? "").replaceAll("\0", "")} and l.value = ${rest.join(":").replaceAll("\0", "")}`;
    return sql<boolean>`exists (
      select 1 from ${assetLabelsTable} al join ${labelsTable} l on l.id = al.label_id where al.asset_id = t.id and (${matches})
    )`;
  },
};

const protocolFilter: Filter = {
  condition: (value) => {
    const names = value
      .replaceAll("\0", "")
      .split(",")
      .filter((name) => name !== "");
    if (names.length === 0) return null;
    const having = names.map((name) => sql`t.protocols @> ${JSON.stringify([{ name }])}::jsonb`);
    return sql<boolean>`(${sql.join(having, sql` or `)})`;
  },
};

const automations = [
  "ping_enabled",
  "gather_facts_enabled",
  "change_secret_enabled",
  "push_account_enabled",
  "verify_account_enabled",
  "gather_accounts_enabled",
];

/** By what the platform's automations are switched on for; a platform without any has none. */
const automationFilters: Readonly<Record<string, Filter>> = Object.fromEntries(
  automations.map((name) => [
    name,
    exactBoolean(
      `coalesce((select p.${name} from platform_automations p where p.platform_id = t.platform_id), false)`,
    ),
  ]),
);

/** An asset as its users see it: no accounts, no secrets. Contract: docs/contract/permissions.md, section 7. */
export const permittedAssetRows: ScopedListOptions["rows"] = {
  label: text.asset,
  title: "User Permed Asset",
  scope: "organization",
  table: assetsTable.name,
  fields,
  sizes: { mini: ["id", "name"] },
  filters: {
    id: exactUuid("t.id"),
    name: exact("t.name"),
    address: exact("t.address"),
    is_active: exactBoolean("t.is_active"),
    labels: labelFilter,
    type: exact("t.type"),
    category: exact("t.category"),
    platform: platformFilter,
    domain: domainFilter,
    protocols: protocolFilter,
    domain_enabled: exactBoolean("(select p.domain_enabled from platforms p where p.id = t.platform_id)"),
    ...automationFilters,
  },
  searchText: "t.search_text",
  hasSearchParts: true,
  found: { title: "name", subtitle: ["address", "platform"], facts: ["is_active"] },
  order: { by: ["name", "address"], default: ["name"] },
};
