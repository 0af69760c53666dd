import { literal } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { log } from "../../../engine/log.ts";
import type { DemandedFactor } from "../../credentials/index.ts";
import type { Proof, SecondFactor } from "../../factors/index.ts";
import { arrive } from "../people/arrival.ts";
import { askRadius, type RadiusVerdict } from "./ask-radius.ts";
import { readRadiusRules, toSourcePerson } from "./radius-arrival.ts";
import { RadiusFailure } from "./radius-failure.ts";
import { readRadiusSettings } from "./radius-settings.ts";
import { text } from "./texts.ts";

const factorName = "otp_radius";

/** What a sign-in waits for whose password the server has answered with a question. */
export const demandAnswer = ({
  prompt,
  state,
}: Extract<RadiusVerdict, { readonly kind: "challenge" }>): DemandedFactor => ({
  factor: factorName,
  prompt,
  memory: { state: state.toString("base64") },
});

/** The state of the question that is answered; undefined where none was asked. */
function stateOf({ demanded }: Proof): Buffer | undefined {
  const memory = demanded?.memory;
  return isObject(memory) ? Buffer.from(String(memory.state), "base64") : undefined;
}

/**
 * A code that a RADIUS server checks: as a second factor of everybody, or as the answer to what it asks at the sign-in of
 * its own people. Contract: docs/contract/identity.md, "RADIUS".
 */
export const radiusFactor: SecondFactor = {
  name: factorName,
  label: literal("RADIUS"),
  placeholder: text.codePlaceholder,
  kind: "code",
  isReserve: false,
  isOffered: ({ settings }) => settings.get<boolean>("OTP_IN_RADIUS"),
  isActive: () => true,
  async verify(proof) {
    const { services, owner, code, remoteAddress } = proof;
    const { db, settings } = services;
    const state = stateOf(proof);
    try {
      const verdict = await askRadius(await readRadiusSettings(services), {
        username: owner.username,
        password: code,
        remoteAddress,
        ...(state === undefined ? {} : { state }),
      });
      if (verdict.kind !== "accept") return false;
      if (state === undefined) return true;
      // Only now the server has said who it is, and what the rules go by.
      const person = toSourcePerson(owner.username, verdict.attributes);
      const { user } = await arrive({ db }, person, await readRadiusRules(db, settings), remoteAddress);
      return user?.id === owner.id;
    } catch (error) {
      if (!(error instanceof RadiusFailure)) throw error;
      log.warn({ problem: error.problem, detail: error.detail }, "the RADIUS server could not check a code");
      return false;
    }
  },
};
