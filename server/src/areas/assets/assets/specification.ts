import type { RequestContext } from "../../../engine/access/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  boolean,
  computed,
  describeInputFields,
  type Field,
  json,
  labeledChoice,
  type Row,
  text as textField,
} from "../../../engine/resource/index.ts";
import { parseAutofillSteps } from "../catalogue/autofill-steps.ts";
import type { Category } from "../catalogue/types.ts";
import { text } from "../texts.ts";
import { describedCategory } from "./described-asset.ts";
import { checkProxy } from "./proxy-address.ts";

/** How a website's sign-in form is filled in. */
const autofillChoices = [
  { value: "no", label: text.autofillNo },
  { value: "basic", label: text.autofillBasic },
  { value: "script", label: text.autofillScript },
];

const selector = (label: typeof text.script, initial: string): Field =>
  textField({ label, maxLength: 128, default: initial });

/**
 * What is particular to the assets of a category and no secret, in the order of the contract: fields of the category's
 * own collection, and `spec_info` everywhere. Contract: docs/contract/assets.md, "spec_info".
 */
export const specificFields: Readonly<Partial<Record<Category, Readonly<Record<string, Field>>>>> = {
  database: {
    db_name: textField({ label: text.dbName, required: true, maxLength: 1024 }),
    use_ssl: boolean({ label: text.useSsl, default: false }),
    allow_invalid_cert: boolean({ label: text.allowInvalidCert, default: false }),
  },
  web: {
    autofill: labeledChoice({ label: text.autofill, default: "basic", choices: autofillChoices }),
    username_selector: selector(text.usernameSelector, "name=username"),
    password_selector: selector(text.passwordSelector, "name=password"),
    submit_selector: selector(text.submitSelector, "id=login_button"),
    script: { ...json({ label: text.script, default: [] }), parse: parseAutofillSteps },
  },
  gpt: {
    proxy: textField({
      label: text.proxy,
      help: text.proxyHelp,
      nullable: true,
      maxLength: 128,
      check: checkProxy,
    }),
  },
};

/** What is particular to an asset's category, without anything secret; `own` is the category of the path. */
export function specificationField(own: Category | null): Field {
  return {
    ...computed({
      label: text.specInfo,
      type: "nested object",
      only: ["retrieve"],
      columns: ["category", ...Object.values(specificFields).flatMap((fields) => Object.keys(fields))],
      present: presentSpecification,
    }),
    describeFor: async (context, key) => {
      const category = await describedCategory(context, key, own);
      const fields = category === null ? undefined : specificFields[category];
      return fields === undefined ? {} : { children: describeInputFields(fields, context) };
    },
  };
}

/** What is particular to the category of a row, as it is answered. */
export function presentSpecification(row: Row, context: RequestContext): Json {
  const fields = specificFields[row.category as Category] ?? {};
  return Object.fromEntries(
    Object.keys(fields).map((name) => [
      name,
      name === "autofill" ? presentAutofill(row, context) : (row[name] ?? null),
    ]),
  ) as Json;
}

function presentAutofill({ autofill }: Row, context: RequestContext): Json {
  const found = autofillChoices.find(({ value }) => value === autofill);
  return found === undefined ? null : { value: found.value, label: translate(found.label, context.language) };
}
