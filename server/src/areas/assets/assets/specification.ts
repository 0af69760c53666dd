import type { RequestContext } from "../../../engine/access/context.ts";
import { translate } from "../../../engine/i18n/messages.ts";
import type { Json } from "../../../engine/json.ts";
import type { Row } from "../../../engine/resource/field-kinds/field.ts";
import { text } from "../texts.ts";

/** How a website's sign-in form is filled in. */
export const autofillChoices = [
  { value: "no", label: text.autofillNo },
  { value: "basic", label: text.autofillBasic },
  { value: "script", label: text.autofillScript },
];

/**
 * What is particular to an asset's category, without anything secret. Contract: docs/contract/assets.md, "spec_info".
 */
export function presentSpecification(row: Row, context: RequestContext): Json {
  const pick = (...names: string[]): Record<string, Json> =>
    Object.fromEntries(names.map((name) => [name, (row[name] ?? null) as Json]));
  switch (row.category) {
    case "database":
      return pick("db_name", "use_ssl", "allow_invalid_cert");
    case "web": {
      const autofill = autofillChoices.find(({ value }) => value === row.autofill);
      return {
        autofill:
          autofill === undefined
            ? null
            : { value: autofill.value, label: translate(autofill.label, context.language) },
        ...pick("username_selector", "password_selector", "submit_selector", "script"),
      };
    }
    case "gpt":
      return pick("proxy");
    default:
      return {};
  }
}
