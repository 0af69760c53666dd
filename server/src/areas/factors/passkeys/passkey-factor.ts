import { consolePath } from "../../../engine/http/index.ts";
import type { SecondFactor } from "../factor.ts";
import { factorText } from "../texts.ts";
import { checkAssertion } from "./assertion.ts";
import { relyingParty } from "./relying-party.ts";

/** Where people register passkeys and remove them. */
const passkeysPage = consolePath("/profile/setting?activeTab=MFAUpdate");

/** A key in a device that asks for the person's finger, face or PIN. */
export const passkeyFactor: SecondFactor = {
  name: "passkey",
  label: factorText.passkey,
  placeholder: factorText.passkeyPlaceholder,
  kind: "passkey",
  isReserve: false,
  isOffered: async (services) => (await relyingParty(services)) !== null,
  isActive: ({ passkeys }) => passkeys > 0,
  verify: async ({ services, owner, code, challenge }) =>
    challenge !== undefined &&
    (await checkAssertion(services, { answer: code, purpose: "prove", challenge, userId: owner.id })) !==
      null,
  pages: { setUp: passkeysPage, takeOff: passkeysPage },
};
