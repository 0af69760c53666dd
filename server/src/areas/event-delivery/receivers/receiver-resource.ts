import { sql } from "kysely";
import { permission } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { text as common, withParameters } from "../../../engine/i18n/index.ts";
import {
  type AfterWriteEvent,
  boolean,
  choice,
  computed,
  defineResource,
  labeledChoice,
  list,
  type ResourceDeclaration,
  secret,
  stamps,
  text as textField,
  uuid,
  type WriteEvent,
} from "../../../engine/resource/index.ts";
import { organizationsTable } from "../../organizations/index.ts";
import { eventKinds } from "../catalogue/kinds.ts";
import { text } from "../texts.ts";
import { checkCertificates, checkReceiver } from "./check-receiver.ts";
import { progressFields } from "./progress-fields.ts";
import { type ReceiverType, secretColumns, secretContext, secretNames } from "./receiver.ts";
import { receiverActions } from "./receiver-actions.ts";

/** Who arranges what the product does besides sessions may see where events go. */
export const seeReceivers = permission("settings.change_other");

/** The product connects to what is entered here and tells it everything: nobody with less than all rights enters it. */
export const changeReceivers = permission("settings.change_setting");

const fields = {
  id: uuid({ label: common.id }),
  name: textField({ label: common.name, required: true, blank: false, maxLength: 128 }),
  type: labeledChoice({
    label: text.type,
    required: true,
    choices: [
      { value: "webhook", label: text.typeWebhook },
      { value: "syslog", label: text.typeSyslog },
      { value: "otlp", label: text.typeOtlp },
      { value: "slack", label: text.typeSlack },
      { value: "teams", label: text.typeTeams },
    ],
  }),
  address: textField({ label: text.address, help: text.addressHelp, maxLength: 1024 }),
  chat_address: secret({ label: text.chatAddress, help: text.chatAddressHelp, maxLength: 1024 }),
  signing_key: secret({ label: text.signingKey, help: text.signingKeyHelp, maxLength: 256 }),
  headers: secret({ label: text.headers, help: text.headersHelp, maxLength: 4096 }),
  has_signing_key: computed({
    label: text.hasSigningKey,
    type: "boolean",
    select: () => sql`(t.signing_key_sealed is not null)`,
    present: (row) => row.has_signing_key === true,
  }),
  has_headers: computed({
    label: text.hasHeaders,
    type: "boolean",
    select: () => sql`(t.headers_sealed is not null)`,
    present: (row) => row.has_headers === true,
  }),
  format: labeledChoice({
    label: text.format,
    help: text.formatHelp,
    default: "json",
    choices: [
      { value: "json", label: text.formatJson },
      { value: "cef", label: text.formatCef },
      { value: "rfc5424", label: text.formatStructured },
    ],
  }),
  language: labeledChoice({
    label: text.language,
    default: "en",
    choices: [
      { value: "en", label: text.english },
      { value: "zh", label: text.chinese },
      { value: "ja", label: text.japanese },
    ],
  }),
  kinds: list({
    label: text.kinds,
    help: text.kindsHelp,
    default: [],
    maxItems: 100,
    child: choice({
      label: text.kind,
      choices: eventKinds.map(({ name, label }) => ({ value: name, label })),
    }),
  }),
  org_ids: list({
    label: text.organizations,
    help: text.organizationsHelp,
    default: [],
    maxItems: 1000,
    child: uuid({ label: text.organization, readOnly: false }),
  }),
  ca: textField({ label: text.ca, help: text.caHelp, maxLength: 65_536, check: checkCertificates }),
  is_active: boolean({ label: common.isActive, default: true }),
  ...progressFields,
  comment: textField({ label: common.comment }),
  ...stamps("date_created", "date_updated", "created_by"),
};

const said = (value: unknown, stored: unknown): string => String(value ?? stored ?? "");

async function validate({ context, values, before }: WriteEvent<typeof fields>): Promise<void> {
  const type = said(values.type, before?.type) as ReceiverType;
  if (before !== null && type !== before.type) throw new ValidationError({ type: [text.typeFixed] });
  const stored =
    before === null
      ? undefined
      : await context.db
          .selectFrom("event_receivers")
          .select(["signing_key_sealed", "chat_address_sealed", "headers_sealed", "address"])
          .where("id", "=", String(before.id))
          .executeTakeFirst();
  checkReceiver({
    type,
    address: said(values.address, before?.address),
    signingKey: said(values.signing_key, ""),
    chatAddress: said(values.chat_address, ""),
    headers: said(values.headers, ""),
    hasSigningKey: (stored?.signing_key_sealed ?? null) !== null,
    hasHeaders: (stored?.headers_sealed ?? null) !== null,
    storedAddress: stored?.address ?? "",
    hasChatAddress: (stored?.chat_address_sealed ?? null) !== null,
  });
  await checkOrganizations(context.db, values.org_ids ?? []);
}

async function checkOrganizations(db: WriteEvent["context"]["db"], ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select v.id from unnest(${ids}::uuid[]) v (id)
    where not exists (select from ${organizationsTable} o where o.id = v.id) limit 1
  `.execute(db);
  const [missing] = rows;
  if (missing !== undefined)
    throw new ValidationError({ org_ids: [withParameters(text.organizationMissing, { id: missing.id })] });
}

/** Seals its secrets for the row, and has it begin with what happens from now on when it is new or turned on. */
async function afterWrite({ context, id, values, before }: AfterWriteEvent<typeof fields>): Promise<void> {
  const { db, services } = context;
  for (const name of secretNames) {
    const value = said(values[name], "");
    if (value === "") continue;
    const sealed = services.secrets.seal(value, secretContext(name, String(id)));
    await sql`
      update event_receivers set ${sql.ref(secretColumns[name])} = ${sealed} where id = ${String(id)}::uuid
    `.execute(db);
  }
  const isTurnedOn = before === null || (before.is_active === false && values.is_active === true);
  if (isTurnedOn)
    await sql`
      insert into event_receiver_states (receiver_id, seq)
      select ${String(id)}::uuid, coalesce(max(seq), 0) from events
      on conflict (receiver_id) do update set seq = excluded.seq, problem = '', answer = '', failures = 0,
        date_next = now()
    `.execute(db);
  // Whoever saves has changed something that may have been wrong: it is tried at once.
  else
    await sql`
      update event_receiver_states set date_next = now(), failures = 0 where receiver_id = ${String(id)}::uuid
    `.execute(db);
}

/** `sallyport/event-receivers`: who is told what happens. Contract: docs/contract/events.md. */
export const receiversResource: ResourceDeclaration = defineResource({
  path: "sallyport/event-receivers",
  app: "settings",
  model: "setting",
  label: text.receiver,
  title: "Event Receiver",
  scope: "global",
  table: "event_receivers",
  fieldOrder: "declared",
  stamped: ["updated_by"],
  fields,
  sizes: { mini: ["id", "name"] },
  search: ["t.name", "t.address", "t.comment"],
  order: { by: ["name", "type", "date_created", "date_updated"], default: ["name"] },
  operations: ["list", "retrieve", "create", "update", "delete"],
  access: {
    list: seeReceivers,
    retrieve: seeReceivers,
    create: changeReceivers,
    update: changeReceivers,
    delete: changeReceivers,
  },
  actions: receiverActions(changeReceivers),
  hooks: { validate, afterWrite },
});
