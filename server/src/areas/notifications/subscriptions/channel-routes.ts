import { type CallerContext, permission, type RequestContext } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { translate, unlabelled } from "../../../engine/i18n/index.ts";
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
import { backends } from "../backends.ts";
import { isRoomOn, roomChoices, rooms } from "../rooms/room.ts";
import { text } from "../texts.ts";
import {
  chooseRooms,
  readRooms,
  readSubscription,
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

/** Every delivery channel of a kind of message, whether it is chosen, and whether it is on. */
async function present(
  { db, services: { settings }, language }: RequestContext,
  declared: SystemMessageType,
): Promise<Record<string, Json>> {
  const subscription = await readSubscription(db, declared);
  const chosenRooms = await readRooms(db, declared.type);
  const people = backends.map(async (backend) => ({
    name: backend.name,
    name_display: translate(backend.label, language),
    kind: "person",
    is_chosen: subscription.backends.includes(backend.name),
    is_on: await backend.isEnabled(settings),
  }));
  const shared = rooms.map(async (room) => ({
    name: room.name,
    name_display: translate(room.label, language),
    kind: "room",
    is_chosen: chosenRooms.includes(room.name),
    is_on: await isRoomOn(settings, room),
  }));
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
