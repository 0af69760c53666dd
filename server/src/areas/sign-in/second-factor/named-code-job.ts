import { ApiError } from "../../../engine/errors.ts";
import type { Language } from "../../../engine/i18n/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import { log } from "../../../engine/log.ts";
import { findFactor, findFactorOwner } from "../../factors/index.ts";

/** A code that somebody asked for who has proved nothing yet, but gave the name of a user. */
type NamedCode = {
  readonly userId: string;
  readonly factor: string;
  readonly language: Language;
  readonly remoteAddress: string;
};

/** Sends the code. That none was sent, nobody is told: the one who asks may be a stranger. */
export const namedCodeJob = defineJob<NamedCode>({
  name: "authentication.named-code",
  attempts: 1,
  async run(services, { userId, factor, language, remoteAddress }) {
    const owner = await findFactorOwner(services, userId);
    if (owner === null) return;
    try {
      const request = { language, remoteAddress, isProven: false };
      await findFactor(services, factor)?.send?.(services, owner, request);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      log.info({ code: error.code, user: userId }, "no code was sent");
    }
  },
});
