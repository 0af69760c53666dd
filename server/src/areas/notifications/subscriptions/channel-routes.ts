import {
  type CallerContext,
  permission,
  type RequestContext,
  signedIn,
} from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import {
  type Language,
  type Message,
  translate,
  unlabelled,
  withParameters,
} from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  choice,
  computed,
  type Field,
  text as line,
  list,
  parseBody,
  shortList,
} from "../../../engine/resource/index.ts";
import { usersTable } from "../../users/index.ts";
import { type Backend, backends } from "../backends.ts";
import { isRoomOn, roomChoices, rooms } from "../rooms/room.ts";
import { text } from "../texts.ts";
import {
  chooseRooms,
  readRooms,
  readSubscription,
  receiversOf,
  type SystemMessageType,
  systemMessageTypes,
} from "./system-messages.ts";

const fields = (required: boolean): Readonly<Record<string, Field>> => ({
  message_type: line({ label: text.messageType, readOnly: true }),
  rooms: list({
    label: text.rooms,
    required,
    maxItems: rooms.length,
    child: choice({ label: unlabelled, required: true, choices: roomChoices }),
  }),
  channels: computed({ label: text.receiveBackends, type: "list", present: () => null }),
});

/** Whether a channel can be chosen, and why not, in the language of the caller. */
const offer = (problem: Message | null, language: Language) => ({
  is_offered: problem === null,
  reason: problem === null ? "" : translate(problem, language),
});

/** What has to be done before this installation can send that way. */
const offReason = ({ name }: { readonly name: string }): Message =>
  name === "email" ? text.mailOff : text.channelOff;

/** Every delivery channel of a kind of message: whether it is chosen, can be, and whom it does not reach. */
async function present(
  { db, services: { settings }, language }: RequestContext,
  declared: SystemMessageType,
): Promise<Record<string, Json>> {
  const subscription = await readSubscription(db, declared);
  const chosenRooms = await readRooms(db, declared.type);
  const receivers = await receiversOf(db, subscription);
  const people = backends.map(async (backend) => {
    const isOn = await backend.isEnabled(settings);
    const unreached = receivers.filter((receiver) => !receiver[backend.address]);
    const reachesNone = receivers.length > 0 && unreached.length === receivers.length;
    const problem = isOn ? (reachesNone ? text.reachesNone : null) : offReason(backend);
    return {
      name: backend.name,
      name_display: translate(backend.label, language),
      kind: "person",
      is_chosen: subscription.backends.includes(backend.name),
      is_on: isOn,
      ...offer(problem, language),
      unreached: unreached.map(({ name }) => name),
    };
  });
  const shared = rooms.map(async (room) => {
    const isOn = await isRoomOn(settings, room);
    return {
      name: room.name,
      name_display: translate(room.label, language),
      kind: "room",
      is_chosen: chosenRooms.includes(room.name),
      is_on: isOn,
      ...offer(isOn ? null : text.channelOff, language),
      unreached: [],
    };
  });
  return {
    message_type: declared.type,
    rooms: [...chosenRooms],
    channels: await Promise.all([...people, ...shared]),
  };
}

async function change(
  context: CallerContext,
  declared: SystemMessageType,
  chosen: readonly string[],
): Promise<void> {
  await chooseRooms(context.db, declared.type, chosen);
  const { type: id, label } = declared;
  await recordOperation(context, { action: "update", type: text.subscription, name: label.en, id });
}

/** Why the caller cannot be reached by a channel; null: they can. */
function ownProblem(isOn: boolean, backend: Backend, address: string | null): Message | null {
  if (!isOn) return text.ownOff;
  if (address) return null;
  return backend.address === "email"
    ? text.noMail
    : withParameters(text.notBound, { platform: backend.label.en });
}

/** The delivery channels of the caller's own messages, with why one is not offered. */
async function presentOwn({
  db,
  principal,
  services,
  language,
}: CallerContext): Promise<Record<string, Json>[]> {
  const person = await db
    .selectFrom(usersTable.as("users"))
    .select(["id", "email", "wecom_id", "dingtalk_id", "feishu_id"])
    .where("id", "=", principal.id)
    .executeTakeFirstOrThrow();
  return Promise.all(
    backends.map(async (backend) => {
      const isOn = await backend.isEnabled(services.settings);
      return {
        name: backend.name,
        name_display: translate(backend.label, language),
        is_on: isOn,
        ...offer(ownProblem(isOn, backend, person[backend.address]), language),
      };
    }),
  );
}

const manage = permission("settings.change_systemmsgsubscription");
const path = "/api/v1/sallyport/system-message-channels/";

/**
 * The delivery channels of system messages with those that are no person's. Clients of the contract write the whole list
 * of people's channels: rooms stand beside it, so that they do not remove them.
 * Contract: docs/contract/notifications.md, section 10.
 */
export const channelRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/own-message-channels/",
    access: signedIn("only the caller's own"),
    title: "Own Message Channel List",
    fields: {
      GET: {
        name: line({ label: text.backendName, readOnly: true }),
        name_display: line({ label: text.backendName, readOnly: true }),
      },
    },
    handle: async (context, { url }) => {
      const known = caller(context);
      return { body: await shortList(known, url, await presentOwn(known), { key: "name" }) };
    },
  },
  {
    methods: ["GET"],
    path,
    access: manage,
    title: "System Message Channel List",
    fields: { GET: fields(false) },
    handle: async (context, { url }) => {
      const rows = await Promise.all(systemMessageTypes.map((declared) => present(context, declared)));
      return { body: await shortList(caller(context), url, rows, { key: "message_type" }) };
    },
  },
  {
    methods: ["GET", "PUT", "PATCH"],
    path: `${path}:type/`,
    access: manage,
    title: "System Message Channel Instance",
    fields: { GET: fields(false), PUT: fields(true), PATCH: fields(false) },
    handle: async (context, { method, params, body }) => {
      const declared = systemMessageTypes.find(({ type }) => type === params.type);
      if (declared === undefined) throw new NotFound(text.subscription);
      if (method !== "GET") {
        const known = caller(context);
        const { rooms: chosen } = await parseBody(known, fields(method === "PUT"), body);
        if (chosen !== undefined) await change(known, declared, chosen as string[]);
      }
      return { body: await present(context, declared) };
    },
  },
];
