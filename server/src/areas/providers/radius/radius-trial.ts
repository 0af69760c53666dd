import { ValidationError } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { readAttributes } from "../people/attribute-map.ts";
import type { TrialSource } from "../trial/trial-source.ts";
import { readRadiusRules, toSourcePerson } from "./radius-arrival.ts";

/** What a sign-in of a person would do whom the server accepts with these attributes, by name: `{"Filter-Id": "ops"}`. */
export const radiusTrial: TrialSource = {
  source: "radius",
  async read({ db, settings }, { username, claims }) {
    if (username === "") throw new ValidationError({ username: [common.required] });
    return {
      person: toSourcePerson(username, readAttributes(claims)),
      rules: await readRadiusRules(db, settings),
    };
  },
};
