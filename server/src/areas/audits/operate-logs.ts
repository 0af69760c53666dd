import { sql } from "kysely";
import type { Organization, RequestContext } from "../../engine/access/index.ts";
import { type FieldChange, operateLogsTable } from "../../engine/audit/index.ts";
import { text as common, type Language, type Message, translate } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  cleanText,
  computed,
  datetime,
  defineResource,
  exact,
  exactChoice,
  exactUuid,
  instant,
  labeledChoice,
  mostExactlyCounted,
  organizationFields,
  type ResourceDeclaration,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { text } from "./texts.ts";

/** What can be done to a resource, as a person reads it. */
export const operateActions: readonly { readonly value: string; readonly label: Message }[] = [
  { value: "view", label: text.view },
  { value: "update", label: text.update },
  { value: "delete", label: text.delete },
  { value: "create", label: text.create },
  { value: "connect", label: text.connect },
  { value: "login", label: text.login },
  { value: "change_password", label: text.changePassword },
  { value: "export", label: text.export },
  { value: "download", label: text.download },
];

/** A value of a change as a line of text. */
export function printValue(value: Json, context: RequestContext): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) {
    return translate(text.empty, context.language);
  }
  if (typeof value === "boolean") return translate(value ? text.yes : text.no, context.language);
  if (Array.isArray(value)) return value.map((item: Json) => printValue(item, context)).join(", ");
  if (typeof value !== "object") return String(value);
  const { label, name } = value as { label?: Json; name?: Json };
  const shown = label ?? name;
  return typeof shown === "string" ? shown : JSON.stringify(value);
}

function presentDiff(diff: unknown, context: RequestContext): Json {
  if (!Array.isArray(diff)) return [];
  return (diff as FieldChange[]).map(({ label, before, after }) => ({
    field: label[context.language],
    before: printValue(before, context),
    after: printValue(after, context),
  }));
}

/** The kind of the object in a language; in English where the entry was written before the others were kept. */
function typeIn(row: Readonly<Record<string, unknown>>, language: Language): string {
  const label = row.resource_type_label as Readonly<Record<Language, string>> | null;
  return label?.[language] ?? String(row.resource_type);
}

const shape: Omit<ResourceDeclaration, "path" | "title" | "where" | "access"> = {
  app: "audits",
  model: "operatelog",
  label: text.operateLog,
  scope: "global",
  table: operateLogsTable.name,
  // Described as what an operation reports; no route writes them.
  fields: {
    id: uuid({ label: common.id }),
    user: textField({ label: text.user, required: true, maxLength: 128, column: "user_display" }),
    action: labeledChoice({ label: text.action, required: true, choices: operateActions }),
    resource_type: computed({
      label: text.resourceType,
      columns: ["resource_type", "resource_type_label"],
      present: (row, { language }) => typeIn(row, language),
    }),
    resource: computed({
      label: text.resource,
      columns: ["resource"],
      present: (row) => String(row.resource),
    }),
    remote_addr: textField({ label: text.remoteAddress, maxLength: 128 }),
    diff: computed({
      label: text.resource,
      columns: ["diff"],
      only: ["retrieve"],
      when: ({ query }) => query.get("type") === "action_detail",
      present: (row, context) => presentDiff(row.diff, context),
    }),
    org_id: organizationFields.org_id,
    org_name: organizationFields.org_name,
    datetime: datetime({ label: text.datetime, readOnly: true }),
  },
  filters: {
    user: exact("t.user_display"),
    action: exactChoice(
      "t.action",
      operateActions.map(({ value }) => value),
    ),
    // As the reader sees it, and in English, by which programs ask.
    resource_type: {
      condition: (value, { language }) => {
        if (value === "") return null;
        const wanted = cleanText(value);
        const inEnglish = sql<boolean>`t.resource_type = ${wanted}`;
        // The language is no parameter: an index is of one language's words.
        return language === "en"
          ? inEnglish
          : sql<boolean>`(${inEnglish} or t.resource_type_label ->> ${sql.lit(language)} = ${wanted})`;
      },
    },
    resource: exact("t.resource"),
    resource_id: { ...exact("t.resource_id"), announced: false },
    remote_addr: exact("t.remote_addr"),
    user_id: { ...exactUuid("t.user_id"), announced: false },
    date_from: instant("t.datetime", ">="),
    date_to: instant("t.datetime", "<="),
  },
  searchText: "lower(t.resource || E'\\n' || t.user_display)",
  hasSearchParts: true,
  searchedByWeekOf: "t.datetime",
  countsUpTo: mostExactlyCounted,
  order: {
    by: ["user", "action", "resource_type", "resource", "remote_addr", "org_id", "datetime"],
    default: ["-datetime"],
  },
  operations: ["list", "retrieve"],
  displayColumn: "resource",
};

const ofOrganization = ({ id }: Organization) => sql<boolean>`t.org_id = ${id}::uuid`;

/**
 * Who changed what. Rows of exactly the current organization; the root one shows what was done from there.
 * Contract: docs/contract/sessions.md, section 9.
 */
export const operateLogs = defineResource({
  ...shape,
  path: "audits/operate-logs",
  title: "Operate Log",
  where: ({ organization }) => ofOrganization(organization),
});

/** The same; in the root organization what was done from anywhere. Contract: docs/contract/audits.md, section 5. */
export const allOperateLogs = defineResource({
  ...shape,
  path: "sallyport/operate-logs",
  title: "Operate Log",
  where: ({ organization }) => (organization.isRoot ? null : ofOrganization(organization)),
  files: { previewed: false },
});
