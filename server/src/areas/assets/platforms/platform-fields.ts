import { text as engineText, literal } from "../../../engine/i18n/index.ts";
import { isObject, plainText } from "../../../engine/json.ts";
import {
  boolean,
  type Field,
  integer,
  labeledChoice,
  parseText,
  stamps,
  text as textField,
} from "../../../engine/resource/index.ts";
import { withCustomTypes } from "../catalogue/custom-types.ts";
import { kindText } from "../catalogue/texts.ts";
import { categoryNames, platformTypes } from "../catalogue/types.ts";
import { text } from "../texts.ts";
import { automationField } from "./automation-fields.ts";
import { customFieldsField } from "./custom-fields.ts";
import { protocolsField } from "./protocol-fields.ts";
import { checkSlug } from "./slug.ts";

const suMethods = [
  { value: "sudo", label: literal("sudo su -") },
  { value: "su", label: literal("su - ") },
  { value: "enable", label: literal("enable") },
  { value: "super", label: literal("super 15") },
  { value: "super_level", label: literal("super level 15") },
];

const charsets = [
  { value: "utf-8", label: literal("UTF-8") },
  { value: "gbk", label: literal("GBK") },
];

/** The categories as choices. */
export const categoryChoices = categoryNames.map((value) => ({ value, label: kindText[value] }));

/** The types a caller may choose from, of one category or of all. */
export const typeChoices = (category?: string) =>
  platformTypes
    .filter((type) => category === undefined || type.category === category)
    .map(({ value, label }) => ({ value, label }));

/** One of the known types; of the category custom whatever it is called. */
function typeField(): Field<string, string, never> {
  const known = labeledChoice({ label: text.type, required: true, choices: typeChoices() });
  return withCustomTypes({
    ...known,
    parse: (input, at) => {
      const category = plainText(choiceValue(at.input.category) ?? at.before?.category);
      if (category !== "custom" && known.parse !== undefined) return known.parse(input, at);
      return parseText(choiceValue(input), {
        label: text.type,
        required: true,
        maxLength: 32,
        check: checkSlug,
      });
    },
  });
}

const choiceValue = (input: unknown): unknown => (isObject(input) ? input.value : input);

/** Types of a platform's fields, for hooks. */
export type PlatformFields = ReturnType<typeof platformFields>;

/** The fields of platforms. */
export function platformFields() {
  return {
    id: integer({ label: engineText.id, readOnly: true }),
    name: {
      ...textField({ label: engineText.name, required: true, maxLength: 50, check: checkSlug }),
      type: "slug",
    },
    internal: boolean({ label: text.internal, readOnly: true }),
    category: labeledChoice({ label: text.category, required: true, choices: categoryChoices }),
    type: typeField(),
    charset: labeledChoice({ label: text.charset, default: "utf-8", choices: charsets }),
    protocols: protocolsField,
    domain_enabled: boolean({ label: text.domainEnabled }),
    su_enabled: boolean({ label: text.suEnabled }),
    su_method: labeledChoice({ label: text.suMethod, nullable: true, default: "sudo", choices: suMethods }),
    automation: automationField,
    comment: textField({ label: engineText.comment }),
    custom_fields: customFieldsField,
    ...stamps("date_created", "date_updated", "created_by", "updated_by"),
  };
}
