import { ApiError } from "../../engine/errors.ts";
import { log } from "../../engine/log.ts";
import { isSmsSetUp, SmsError, sendSmsCode } from "../sms/index.ts";
import type { FactorOwner, SecondFactor } from "./factor.ts";
import { forgetSentCode, saveSentCode, takeSentCode } from "./sent-codes.ts";
import { factorText } from "./texts.ts";

/** Digits of a code that is sent. */
const codeLength = 4;

const hasPhone = ({ phone }: FactorOwner): boolean => phone !== null && phone !== "";

/** Codes by text message. Contract: docs/contract/identity.md, "Second factors". */
export const smsFactor: SecondFactor = {
  name: "sms",
  label: factorText.sms,
  placeholder: factorText.smsPlaceholder,
  kind: "code",
  isReserve: false,
  isOffered: ({ settings }) => isSmsSetUp(settings),
  isActive: hasPhone,
  verify: ({ services, owner, code }) => takeSentCode(services, owner.id, "sms", code),
  send: async (services, owner, { remoteAddress, isProven }) => {
    const { id: userId, phone } = owner;
    if (phone === null) throw new Error("there is no number to send to");
    const { code } = await saveSentCode(services, userId, "sms", codeLength);
    try {
      await sendSmsCode(services, { phone, code, userId, remoteAddress, isProven });
    } catch (error) {
      // What did not arrive does not keep the next one waiting.
      await forgetSentCode(services, userId, "sms");
      if (!(error instanceof SmsError)) throw error;
      log.error({ problem: error.problem, said: error.said, user: userId }, "a code could not be sent");
      throw new ApiError(500, "unexpect_error", factorText.notDelivered);
    }
  },
};
