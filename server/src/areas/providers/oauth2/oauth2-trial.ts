import { ValidationError } from "../../../engine/errors.ts";
import { readArrivalRules } from "../people/source-rules.ts";
import { ProviderError } from "../provider-error.ts";
import { text } from "../texts.ts";
import type { TrialSource } from "../trial/trial-source.ts";
import { oauth2Person } from "./oauth2-person.ts";
import { oauth2Policy, readOAuth2Settings } from "./oauth2-settings.ts";

/** What a sign-in would do of a person of whom the provider says this; nothing is asked of it. */
export const oauth2Trial: TrialSource = {
  source: "oauth2",
  async read(services, { claims }) {
    const settings = await readOAuth2Settings(services);
    try {
      const person = oauth2Person(settings, claims);
      return { person, rules: await readArrivalRules(services, "oauth2", oauth2Policy) };
    } catch (error) {
      if (error instanceof ProviderError) throw new ValidationError({ claims: [text.needsIdentifier] });
      throw error;
    }
  },
};
