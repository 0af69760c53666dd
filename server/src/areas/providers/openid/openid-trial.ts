import { ValidationError } from "../../../engine/errors.ts";
import { readArrivalRules } from "../people/source-rules.ts";
import { text } from "../texts.ts";
import type { TrialSource } from "../trial/trial-source.ts";
import { openIdPerson } from "./openid-person.ts";
import { openIdPolicy, readOpenIdSettings } from "./openid-settings.ts";

/** What a sign-in with these claims would do; nothing is asked of the provider, and no signature is looked at. */
export const openIdTrial: TrialSource = {
  source: "openid",
  async read(services, { claims }) {
    const { sub } = claims;
    if (typeof sub !== "string" || sub === "") throw new ValidationError({ claims: [text.needsSub] });
    const settings = await readOpenIdSettings(services);
    return {
      person: openIdPerson(settings.issuer, settings.attributeMap, sub, claims),
      rules: await readArrivalRules(services, "openid", openIdPolicy),
    };
  },
};
