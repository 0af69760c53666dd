import {
  type CallerContext,
  permission,
  type RequestContext,
  signedIn,
} from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { translate, unlabelled } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  choice,
  type Field,
  text as line,
  list,
  parseBody,
  shortList,
  uuid,
} from "../../../engine/resource/index.ts";
import { setReceiveBackends, userGroupsTable, usersTable } from "../../users/index.ts";
import { backendChoices, backends, enabledBackends } from "../backends.ts";
import { requireAll } from "../site-message-actions.ts";
import { text } from "../texts.ts";
import {
  readSubscription,
  receiversOf,
  type Subscription,
  type SystemMessageType,
  systemMessageTypes,
} from "./system-messages.ts";

const chosenBackends = (required: boolean): Field =>
  list({
    label: text.receiveBackends,
    required,
    maxItems: backends.length,
    child: choice({ label: unlabelled, required: true, choices: backendChoices }),
  });

const people = (label: typeof text.users): Field =>
  list({ label, maxItems: 1_000, child: uuid({ label: unlabelled, required: true }) });

const systemFields = (required: boolean): Readonly<Record<string, Field>> => ({
  message_type: line({ label: text.messageType, readOnly: true }),
  message_type_label: line({ label: text.messageType, readOnly: true }),
  users: people(text.users),
  groups: people(text.groups),
  receive_backends: chosenBackends(required),
});

const ownFields = (required: boolean): Readonly<Record<string, Field>> => ({
  user_id: uuid({ label: text.users, readOnly: true }),
  receive_backends: chosenBackends(required),
});

const byMethod = (fields: (required: boolean) => Readonly<Record<string, Field>>) => ({
  GET: fields(false),
  PUT: fields(true),
  PATCH: fields(false),
});

/** Names once each, with the site message, which nobody is without. */
const withSiteMessage = (names: readonly string[]): string[] =>
  backends.map(({ name }) => name).filter((name) => name === "site_msg" || names.includes(name));

async function presentSystem(
  { db, language }: RequestContext,
  declared: SystemMessageType,
): Promise<Record<string, Json>> {
  const subscription = await readSubscription(db, declared);
  const receivers = await receiversOf(db, subscription);
  const chosen = backends.filter(({ name }) => subscription.backends.includes(name));
  return {
    message_type: declared.type,
    message_type_label: translate(declared.label, language),
    users: [...subscription.users],
    groups: [...subscription.groups],
    receive_backends: [...subscription.backends],
    receivers: receivers.map((person) => ({
      name: `${person.name}(${person.username})`,
      id: person.id,
      ...Object.fromEntries(chosen.map(({ name, address }) => [name, (person[address] ?? "") !== ""])),
    })),
  };
}

/** Rows under their categories, both in the order they are declared in. */
async function presentTree(context: RequestContext): Promise<Record<string, Json>[]> {
  const categories = new Map<string, { category: string; category_label: string; children: Json[] }>();
  for (const declared of systemMessageTypes) {
    const { category, categoryLabel } = declared;
    const known = categories.get(category) ?? {
      category,
      category_label: translate(categoryLabel, context.language),
      children: [],
    };
    known.children.push(await presentSystem(context, declared));
    categories.set(category, known);
  }
  return [...categories.values()];
}

async function changeSystem(
  context: CallerContext,
  declared: SystemMessageType,
  given: Record<string, unknown>,
): Promise<void> {
  const { db } = context;
  const before = await readSubscription(db, declared);
  const after: Subscription = {
    users: (given.users as string[] | undefined) ?? before.users,
    groups: (given.groups as string[] | undefined) ?? before.groups,
    backends: (given.receive_backends as string[] | undefined) ?? before.backends,
  };
  await requireAll(context, usersTable, after.users, "users");
  await requireAll(context, userGroupsTable, after.groups, "groups");
  const values = {
    user_ids: [...new Set(after.users)],
    group_ids: [...new Set(after.groups)],
    receive_backends: withSiteMessage(after.backends),
  };
  await db
    .insertInto("system_message_subscriptions")
    .values({ message_type: declared.type, ...values })
    .onConflict((conflict) =>
      conflict.column("message_type").doUpdateSet({ ...values, date_updated: new Date() }),
    )
    .execute();
  const { type: id, label } = declared;
  await recordOperation(context, { action: "update", type: text.subscription, name: label.en, id });
}

/** The caller's own row; that of others is not there. */
async function presentOwn({ db, principal }: CallerContext, userId: string): Promise<Record<string, Json>> {
  if (userId !== principal.id) throw new NotFound(text.subscription);
  const { receive_backends } = await db
    .selectFrom(usersTable.as("users"))
    .select("receive_backends")
    .where("id", "=", principal.id)
    .executeTakeFirstOrThrow();
  return { user_id: principal.id, receive_backends };
}

const manage = permission("settings.change_systemmsgsubscription");
const own = signedIn("only the caller's own");
const systemPath = "/api/v1/notifications/system-msg-subscription/";
const ownPath = "/api/v1/notifications/user-msg-subscription/";

/** Who is notified of what, and how. Contract: docs/contract/notifications.md, sections 4 and 5. */
export const subscriptionRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/notifications/backends/",
    access: signedIn(),
    title: "Backend List",
    fields: {
      GET: {
        name: line({ label: text.backendName, readOnly: true }),
        name_display: line({ label: text.backendName, readOnly: true }),
      },
    },
    handle: async (context, { url }) => {
      const { services, language } = context;
      const enabled = await enabledBackends(services.settings);
      const rows = enabled.map(({ name, label }) => ({ name, name_display: translate(label, language) }));
      return {
        body: await shortList(caller(context), url, rows, { key: "name", search: ["name", "name_display"] }),
      };
    },
  },
  {
    methods: ["GET"],
    path: systemPath,
    access: manage,
    title: "System Msg Subscription List",
    fields: { GET: systemFields(false) },
    handle: async (context, { url }) => ({
      body: await shortList(caller(context), url, await presentTree(context), { key: "category" }),
    }),
  },
  {
    methods: ["GET", "PUT", "PATCH"],
    path: `${systemPath}:type/`,
    access: manage,
    title: "System Msg Subscription Instance",
    fields: byMethod(systemFields),
    handle: async (context, { method, params, body }) => {
      const declared = systemMessageTypes.find(({ type }) => type === params.type);
      if (declared === undefined) throw new NotFound(text.subscription);
      if (method !== "GET") {
        const known = caller(context);
        await changeSystem(known, declared, await parseBody(known, systemFields(method === "PUT"), body));
      }
      return { body: await presentSystem(context, declared) };
    },
  },
  {
    methods: ["GET"],
    path: ownPath,
    access: own,
    title: "User Msg Subscription List",
    fields: { GET: ownFields(false) },
    handle: async (context, { url }) => {
      const known = caller(context);
      const rows = [await presentOwn(known, known.principal.id)];
      return { body: await shortList(known, url, rows, { key: "user_id" }) };
    },
  },
  {
    methods: ["GET", "PUT", "PATCH"],
    path: `${ownPath}:user/`,
    access: own,
    title: "User Msg Subscription Instance",
    fields: byMethod(ownFields),
    handle: async (context, { method, params, body }) => {
      const known = caller(context);
      const { principal, db } = known;
      const row = await presentOwn(known, params.user ?? "");
      if (method === "GET") return { body: row };
      const { receive_backends } = await parseBody(known, ownFields(method === "PUT"), body);
      if (receive_backends === undefined) return { body: row };
      const chosen = withSiteMessage(receive_backends as string[]);
      await setReceiveBackends(db, principal.id, chosen);
      const { id, name } = principal;
      await recordOperation(known, { action: "update", type: text.subscription, name, id });
      return { body: { user_id: id, receive_backends: chosen } };
    },
  },
];
