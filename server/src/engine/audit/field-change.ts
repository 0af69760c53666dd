import type { Json } from "../json.ts";

/** One changed field: its name in all languages, and the values a reader may see. */
export interface FieldChange {
  readonly field: string;
  readonly label: { readonly en: string; readonly zh: string; readonly ja: string };
  readonly before: Json;
  readonly after: Json;
}
