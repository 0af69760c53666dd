import { type Selectable, sql } from "kysely";
import { permission, signedIn } from "../../engine/access/index.ts";
import { text as common, unlabelled } from "../../engine/i18n/index.ts";
import {
  boolean,
  computed,
  datetime,
  defineResource,
  describeInputFields,
  exactBoolean,
  type Field,
  list,
  stamps,
  text as textField,
  uuid,
  writeInstant,
} from "../../engine/resource/index.ts";
import { longestMessage } from "./sanitize.ts";
import { markAsRead, readInput, sendFromForm } from "./site-message-actions.ts";
import type { SiteMessagesTable } from "./tables.ts";
import { text } from "./texts.ts";
import { countUnread } from "./unread.ts";

const own = signedIn("people read and mark their own messages only");

const done = { body: { detail: "ok" } };

/** Ids in a list: each has to be one, and has no name of its own. */
const ids = (label: typeof text.users, required = false): Field =>
  list({ label, required, child: uuid({ label: unlabelled, required: true }), maxItems: 1_000 });

const sending: Readonly<Record<string, Field>> = {
  subject: textField({ label: text.subject, required: true, maxLength: 1_024 }),
  message: textField({ label: text.message, required: true, maxLength: longestMessage }),
  user_ids: ids(text.users),
  group_ids: ids(text.groups),
  is_broadcast: boolean({ label: text.broadcast, default: false }),
};

const marking: Readonly<Record<string, Field>> = {
  ids: ids(common.id, true),
};

const contentFields: Readonly<Record<string, Field>> = {
  id: uuid({ label: common.id }),
  subject: textField({ label: text.subject, required: true, maxLength: 1_024 }),
  message: textField({ label: text.message, required: true }),
  ...stamps("date_created", "date_updated"),
  sender: computed({ label: text.sender, present: () => null }),
};

/** Messages as their recipients see them. Contract: docs/contract/notifications.md, section 1. */
export const siteMessagesResource = defineResource({
  path: "notifications/site-messages",
  app: "notifications",
  model: "sitemessage",
  label: text.siteMessage,
  title: "Site Message",
  scope: "global",
  table: "site_message_users",
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id }),
    has_read: { ...boolean({ label: text.hasRead, readOnly: true }), type: "field" },
    read_at: { ...datetime({ label: text.readAt, readOnly: true }), type: "field" },
    content: computed({
      label: text.content,
      type: "nested object",
      columns: ["message_id"],
      load: async ({ db }, rows) => {
        const wanted = rows.map(({ message_id }) => String(message_id));
        if (wanted.length === 0) return new Map();
        const found = await db.selectFrom("site_messages").selectAll().where("id", "in", wanted).execute();
        return new Map(found.map((message) => [message.id, message]));
      },
      present: (row, { timeZone }, loaded) => {
        const messages = loaded as ReadonlyMap<string, Selectable<SiteMessagesTable>>;
        const message = messages.get(String(row.message_id));
        if (message === undefined) return null;
        const { id, subject, message: html, sender, date_created, date_updated } = message;
        return {
          id,
          subject,
          message: html,
          date_created: writeInstant(date_created, timeZone),
          date_updated: writeInstant(date_updated, timeZone),
          sender,
        };
      },
      describe: (context) => ({ children: describeInputFields(contentFields, context) }),
    }),
    ...stamps("date_created"),
  },
  filters: { has_read: exactBoolean("t.has_read") },
  order: { by: ["date_created"], default: ["-date_created"], announced: false },
  where: ({ principal }) =>
    principal === null ? sql<boolean>`false` : sql<boolean>`t.user_id = ${principal.id}::uuid`,
  operations: ["list", "retrieve"],
  access: { list: own, retrieve: own },
  audited: false,
  actions: [
    {
      name: "unread-total",
      on: "collection",
      methods: ["GET"],
      access: own,
      fields: {},
      handle: async (context) => {
        const total = await countUnread(context.db, [context.principal.id]);
        return { body: { total: total.get(context.principal.id) ?? 0 } };
      },
    },
    {
      name: "mark-as-read",
      on: "collection",
      methods: ["PATCH"],
      access: own,
      fields: { PATCH: marking },
      handle: async (context, { body }) => {
        const { ids: given } = await readInput(context, marking, body);
        await markAsRead(context, given as string[]);
        return done;
      },
    },
    {
      name: "mark-as-read-all",
      on: "collection",
      methods: ["PATCH"],
      access: own,
      handle: async (context) => {
        await markAsRead(context, null);
        return done;
      },
    },
    {
      name: "send",
      on: "collection",
      methods: ["POST"],
      // Writing to people in the product's own name plate is for those who run its messages.
      access: permission("settings.change_systemmsgsubscription"),
      fields: { POST: sending },
      handle: async (context, { body }) => {
        await sendFromForm(context, await readInput(context, sending, body));
        return done;
      },
    },
  ],
});
