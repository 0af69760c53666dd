import { permission } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { caller, type RouteContext, type RouteDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import { parseBody } from "../../../engine/resource/index.ts";
import { requireSecretWithAddress, settingFields } from "../../settings/index.ts";
import { asBadRequest, ProviderError } from "../provider-error.ts";
import { readChatApp, tryChatApp } from "./connection.ts";
import type { ChatPlatform } from "./platform.ts";
import { chatPlatforms } from "./platforms.ts";
import { text } from "./texts.ts";

/** What the form holds; what is missing or empty is as it is saved. */
async function given(context: RouteContext, { name, settings: keys }: ChatPlatform, body: unknown) {
  const sent = isObject(body) ? body : {};
  const fields = Object.entries(settingFields(name)).filter(
    ([key]) => Object.hasOwn(sent, key) && sent[key] !== null && sent[key] !== "",
  );
  const values = (await parseBody(caller(context), Object.fromEntries(fields), sent)) as Record<string, Json>;
  const before: Record<string, Json> = {};
  for (const key of [keys.edition, keys.secret]) {
    if (key !== undefined) before[key] = await context.services.settings.get<Json>(key);
  }
  requireSecretWithAddress(values, before);
  return values;
}

function testRoute(platform: ChatPlatform): RouteDeclaration {
  return {
    methods: ["POST"],
    path: `/api/v1/settings/${platform.name}/testing/`,
    access: permission("settings.change_auth"),
    title: `${platform.label} Testing Api`,
    // It waits for somebody else's server.
    transaction: false,
    fields: { POST: () => settingFields(platform.name) },
    handle: async (context, { body }) => {
      const { services, language } = context;
      const say = (message: Message): string => translate(message, language);
      try {
        const app = await readChatApp(services, platform, await given(context, platform, body));
        await tryChatApp(services, platform, app);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        const { code, detail } = asBadRequest(error, language);
        throw new BadRequest(code, detail, { error: say(detail) });
      }
      return { body: { msg: say(withParameters(text.tested, { platform: platform.label })) } };
    },
  };
}

/** Tests of the apps as they are in the form. Contract: docs/contract/settings.md, "Chat platforms". */
export const chatTestRoutes: readonly RouteDeclaration[] = chatPlatforms.map(testRoute);
