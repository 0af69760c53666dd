import type { MessageChannel } from "../../notifications/index.ts";
import { ProviderError } from "../provider-error.ts";
import { PlatformRefusal } from "./ask-platform.ts";
import { readChatApp, sendChatMessage } from "./connection.ts";
import { chatPlatforms } from "./platforms.ts";

/** The platforms as ways to be told things. Contract: docs/contract/notifications.md, "Delivery". */
export const chatChannels: readonly MessageChannel[] = chatPlatforms.map((platform) => ({
  name: platform.name,
  async send(services, to, message) {
    try {
      await sendChatMessage(services, platform, await readChatApp(services, platform), to, message);
      return null;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // Away for now is worth another try; what the platform refuses, or what is not set up, is not.
      if (error.fault === "unreachable" || (error instanceof PlatformRefusal && busy.has(error.code)))
        throw error;
      return error.message;
    }
  },
}));

/** Codes by which the platforms say "later". */
const busy: ReadonlySet<string> = new Set(["-1", "45009", "45033", "90018", "88", "99991400", "230020"]);
