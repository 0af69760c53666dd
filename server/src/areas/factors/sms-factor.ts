import { ApiError } from "../../engine/errors.ts";
import { translate, withParameters } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import type { FactorOwner, SecondFactor } from "./factor.ts";
import { forgetSentCode, saveSentCode, takeSentCode } from "./sent-codes.ts";
import { factorText } from "./texts.ts";

/** Delivers text messages; a provider of the operator's is one. */
export interface SmsSender {
  /**
   * Sends one message.
   *
   * @param phone number with calling code, as `+8613800000000`
   * @param message the whole text
   * @throws Error when the provider does not take it
   */
  send(phone: string, message: string): Promise<void>;
}

/** Digits of a code that is sent. */
const codeLength = 4;

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** What delivers text messages: the last one counts. */
    smsSenders: SmsSender;
  }
}

const hasPhone = ({ phone }: FactorOwner): boolean => phone !== null && phone !== "";

/** Codes by text message. */
export const smsFactor: SecondFactor = {
  name: "sms",
  label: factorText.sms,
  placeholder: factorText.smsPlaceholder,
  kind: "code",
  isReserve: false,
  isOffered: async ({ extensions }) => extensions.of("smsSenders").length > 0,
  isActive: hasPhone,
  verify: ({ services, owner, code }) => takeSentCode(services, owner.id, "sms", code),
  send: async (services, owner, language) => {
    const sender = services.extensions.of("smsSenders").at(-1);
    if (sender === undefined || owner.phone === null) throw new Error("there is nothing that sends messages");
    const { code, seconds } = await saveSentCode(services, owner.id, "sms", codeLength);
    try {
      const message = withParameters(factorText.smsMessage, { code, seconds });
      await sender.send(owner.phone.replace(/[^+\d]/g, ""), translate(message, language));
    } catch (error) {
      // What did not arrive does not keep the next one waiting.
      await forgetSentCode(services, owner.id, "sms");
      log.error({ err: error, user: owner.id }, "a code could not be sent");
      throw new ApiError(500, "unexpect_error", factorText.notDelivered);
    }
  },
};
