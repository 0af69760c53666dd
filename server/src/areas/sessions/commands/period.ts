import type { RequestContext } from "../../../engine/access/index.ts";
import { validInstant } from "../../../engine/resource/index.ts";

/** A stretch of time; null: without a begin or an end. */
export interface Period {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The time a query asks for; what cannot be read is ignored. */
export function periodOf({ query }: RequestContext): Period {
  const read = (name: string): Date | null => {
    const value = query.get(name) ?? "";
    return value === "" || value.length > 64 ? null : validInstant(value);
  };
  return { from: read("date_from"), to: read("date_to") };
}
