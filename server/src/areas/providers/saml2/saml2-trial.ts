import { ValidationError } from "../../../engine/errors.ts";
import { readAttributes } from "../people/attribute-map.ts";
import { readArrivalRules } from "../people/source-rules.ts";
import { text } from "../texts.ts";
import type { TrialSource } from "../trial/trial-source.ts";
import { toSourcePerson } from "./saml2-person.ts";
import { readSaml2Settings, samlPolicy } from "./saml2-settings.ts";

/** What a sign-in of a person would do of whom the provider asserts this: `{user, attributes}`, the user being the name identifier. */
export const saml2Trial: TrialSource = {
  source: "saml2",
  async read(services, { claims }) {
    const { user, attributes } = claims;
    if (typeof user !== "string" || user === "") throw new ValidationError({ claims: [text.needsUser] });
    const settings = await readSaml2Settings(services);
    const said = { nameId: user, format: "", attributes: readAttributes(attributes) };
    return {
      person: toSourcePerson(settings, said),
      rules: await readArrivalRules(services, "saml2", samlPolicy),
    };
  },
};
