import { ValidationError } from "../../../engine/errors.ts";
import { readAttributes } from "../people/attribute-map.ts";
import { readArrivalRules } from "../people/source-rules.ts";
import { text } from "../texts.ts";
import type { TrialSource } from "../trial/trial-source.ts";
import { toSourcePerson } from "./cas-person.ts";
import { casPolicy, readCasSettings } from "./cas-settings.ts";

/** What a sign-in of a person the server answers like this would do: `{user, attributes}`. */
export const casTrial: TrialSource = {
  source: "cas",
  async read(services, { claims }) {
    const { user, attributes } = claims;
    if (typeof user !== "string" || user === "") throw new ValidationError({ claims: [text.needsUser] });
    const settings = await readCasSettings(services);
    return {
      person: toSourcePerson(settings, { user, attributes: readAttributes(attributes) }),
      rules: await readArrivalRules(services, "cas", casPolicy),
    };
  },
};
