import { permission } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { deliveryProblems } from "../../../engine/outbound/index.ts";
import { parseBody } from "../../../engine/resource/index.ts";
import { settingFields } from "../../settings/index.ts";
import { readReading } from "../notices/deliver.ts";
import { renderRoomMessage } from "../notices/render.ts";
import { text } from "../texts.ts";
import { type Room, readRoomLanguage, readRoomUrl, rooms } from "./room.ts";
import { RoomError, sendToRoom } from "./send-to-room.ts";

const testNotice = { subject: text.testSubject, parts: [{ text: text.roomTestBody }] };

function testRoute(room: Room): RouteDeclaration {
  const fields = () => {
    const { [room.settings.url]: url } = settingFields(room.name);
    return url === undefined ? {} : { [room.settings.url]: url };
  };
  return {
    methods: ["POST"],
    path: `/api/v1/sallyport/${room.name}/testing/`,
    access: permission("settings.change_setting"),
    title: `${room.label.en} Testing Api`,
    // It waits for somebody else's server.
    transaction: false,
    fields: { POST: fields },
    handle: async (context, { body }) => {
      const { services, language } = context;
      const say = (message: Message, answer = ""): string =>
        translate(withParameters(message, { room: translate(room.label, language), answer }), language);
      const fail = (said: string) => new BadRequest("error", text.roomRefused, { error: said });
      const sent = isObject(body) && Object.hasOwn(body, room.settings.url) ? body : {};
      const given = await parseBody(caller(context), fields(), sent);
      const address = given[room.settings.url] || (await readRoomUrl(services.settings, room));
      if (typeof address !== "string" || address === "") throw fail(say(text.roomNotSetUp));
      const reading = await readReading(services, {
        name: "",
        language: await readRoomLanguage(services.settings, room),
      });
      try {
        const answer = await sendToRoom(services, room, address, renderRoomMessage(testNotice, reading));
        return { body: { msg: say(text.roomTaken, answer) } };
      } catch (error) {
        if (!(error instanceof RoomError)) throw error;
        const { said, problem } = error;
        throw fail(
          said === "" ? translate(deliveryProblems[problem], language) : say(text.roomRefused, said),
        );
      }
    },
  };
}

/** Tests of the webhooks as they are in the form. Contract: docs/contract/notifications.md, section 10. */
export const roomTestRoutes: readonly RouteDeclaration[] = rooms.map(testRoute);
