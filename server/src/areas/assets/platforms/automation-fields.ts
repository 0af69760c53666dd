import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import { text as engineText, type Message } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  boolean,
  type Field,
  integer,
  json,
  nested,
  type Row,
  text as textField,
} from "../../../engine/resource/index.ts";
import { type AutomationItem, automationItems } from "../catalogue/automation.ts";
import { text } from "../texts.ts";

const itemNames: Readonly<Record<AutomationItem, Message>> = {
  ping: text.ping,
  gather_facts: text.gatherFacts,
  change_secret: text.changeSecret,
  push_account: text.pushAccount,
  verify_account: text.verifyAccount,
  gather_accounts: text.gatherAccounts,
};

/** A field whose label holds the name of the item, in every language. */
const localized = (field: Field, { key, en, zh, ja }: Message, item: AutomationItem): Field => {
  const name = itemNames[item];
  const label = {
    key,
    en: en.replace("{item}", name.en),
    zh: zh.replace("{item}", name.zh),
    ja: ja.replace("{item}", name.ja),
  };
  return { ...field, options: { ...field.options, label } };
};

const itemFields = (item: AutomationItem): Record<string, Field> => ({
  [`${item}_enabled`]: localized(boolean({ label: text.itemEnabled }), text.itemEnabled, item),
  [`${item}_method`]: localized(
    textField({ label: text.itemMethod, maxLength: 32, nullable: true }),
    text.itemMethod,
    item,
  ),
  [`${item}_params`]: localized(json({ label: text.itemParams, object: true }), text.itemParams, item),
});

const children: Readonly<Record<string, Field>> = {
  id: integer({ label: engineText.id, readOnly: true }),
  ansible_enabled: boolean({ label: text.ansibleEnabled }),
  ansible_config: json({ label: text.ansibleConfig, object: true }),
  ...Object.assign(
    {},
    ...(
      ["ping", "push_account", "gather_facts", "change_secret", "verify_account", "gather_accounts"] as const
    ).map(itemFields),
  ),
};

/** Columns of platform_automations that clients read and write. */
const columns = [
  "ansible_enabled",
  "ansible_config",
  ...automationItems.flatMap((item) => [`${item}_enabled`, `${item}_method`, `${item}_params`]),
];

type Automations = ReadonlyMap<unknown, Record<string, Json>>;

/** The automation settings of platforms by id, without the key. */
export async function loadAutomations(
  context: RequestContext,
  platformIds: readonly unknown[],
): Promise<Automations> {
  const { rows } = await sql<Row>`
    select * from platform_automations where platform_id = any(${[...new Set(platformIds)]}::integer[])
  `.execute(context.db);
  return new Map(
    rows.map((row) => [
      row.platform_id,
      Object.fromEntries(columns.map((column) => [column, row[column] as Json])),
    ]),
  );
}

/** The `automation` object of a platform: one row beside the platform's. */
export const automationField: Field = nested({
  label: text.automation,
  children,
  columns: [],
  toColumns: () => ({}),
  load: (context, rows) =>
    loadAutomations(
      context,
      rows.map((row) => row.id),
    ),
  present: (row, _context, loaded) => ({
    id: row.id as number,
    ...(loaded as Automations).get(row.id),
  }),
  link: async (context, id, value) => {
    const given = value as Record<string, unknown>;
    const writes = columns
      .filter((column) => Object.hasOwn(given, column))
      .map((column) => {
        const written = given[column];
        return [
          column,
          typeof written === "object" && written !== null ? JSON.stringify(written) : written,
        ] as const;
      });
    if (writes.length === 0) return;
    await sql`
      update platform_automations
      set ${sql.join(writes.map(([column, written]) => sql`${sql.ref(column)} = ${written}`))}
      where platform_id = ${id}
    `.execute(context.db);
  },
});

/**
 * What assets and accounts show of their platform's automation. Contract: docs/contract/assets.md, "auto_config".
 */
export async function loadAutoConfigs(
  context: RequestContext,
  platformIds: readonly unknown[],
): Promise<ReadonlyMap<unknown, Record<string, Json>>> {
  const ids = [...new Set(platformIds)];
  const [automations, { rows }] = await Promise.all([
    loadAutomations(context, ids),
    sql<{ id: number; su_enabled: boolean; domain_enabled: boolean }>`
      select id, su_enabled, domain_enabled from platforms where id = any(${ids}::integer[])
    `.execute(context.db),
  ]);
  return new Map(
    rows.map(({ id, su_enabled, domain_enabled }) => {
      const automation = automations.get(id);
      const rest =
        automation === undefined ? { ansible_enabled: false } : { id, ...automation, platform: id };
      return [id, { ...rest, su_enabled, domain_enabled }];
    }),
  );
}
