import type { SiteServices } from "../../../engine/http/index.ts";
import type { Json } from "../../../engine/json.ts";
import type { Services } from "../../../engine/services.ts";
import type { ArrivalRules } from "../people/plan-arrival.ts";
import type { ForeignSource, SourcePerson } from "../people/source-person.ts";

/** What reading a person for a trial needs. */
export type TrialServices = SiteServices & Pick<Services, "db">;

/** What a trial is told of the person: what the source would say, or whom to ask it about. */
export interface TrialInput {
  /** As the source says it: claims, or the answer of its server. */
  readonly claims: Readonly<Record<string, Json>>;
  readonly username: string;
}

/** A source whose sign-ins can be thought through without anybody who signs in. */
export interface TrialSource {
  readonly source: ForeignSource;
  /**
   * The person, and what decides on them, by the saved settings.
   * @throws ValidationError for what the input lacks
   * @throws ProviderError where the settings are not complete
   */
  readonly read: (
    services: TrialServices,
    input: TrialInput,
  ) => Promise<{ readonly person: SourcePerson; readonly rules: ArrivalRules }>;
}
