import type { Rule } from "antd/es/form";
import { readAttributeFilter } from "../field-kinds/attribute-filter.tsx";
import { isJson } from "../field-kinds/json.tsx";
import { asProtocols } from "../field-kinds/protocols.tsx";
import type { FieldKindName } from "../metadata/kind-of.ts";
import { labelled } from "../metadata/labelled.ts";
import { isAddressEntry } from "../widgets/addresses.ts";
import type { ValueStore } from "./form-context.ts";
import { type FormField, isEmpty } from "./form-model.ts";
import type { useFormTexts } from "./use-form-texts.ts";

/** Translates a key of the form's texts. */
export type Translate = ReturnType<typeof useFormTexts>["t"];

/** Kinds that are typed: checked when left, because half a word is not wrong yet. Others are checked on change. */
const TYPED: ReadonlySet<FieldKindName> = new Set([
  "string",
  "text-area",
  "email",
  "secret",
  "integer",
  "phone",
  "json",
]);

/** When a field is checked; an error goes away as soon as its value changes. */
export function checkedOn(kind: FieldKindName): "onBlur" | "onChange" {
  return TYPED.has(kind) ? "onBlur" : "onChange";
}

/** Whether a field has to be entered now: stored secrets may stay. */
export function mustEnter({ required, kind, override }: FormField, editing: boolean): boolean {
  return (
    required && override.readOnly !== true && !(kind === "secret" && editing && override.required !== true)
  );
}

function check(problem: (value: unknown) => string | undefined): Rule {
  return {
    validator: (_, value: unknown) => {
      const text = problem(value);
      return text === undefined ? Promise.resolve() : Promise.reject(new Error(text));
    },
  };
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const SLUG = /^[-\w]+$/;

function isUrl(text: string): boolean {
  try {
    return new URL(text).host !== "";
  } catch {
    return false;
  }
}

function textProblem({ kind, field }: FormField, text: string, t: Translate): string | undefined {
  const { min_length: shortest, max_length: longest } = field;
  const length = [...text].length;
  if (kind === "email" && !EMAIL.test(text)) return t("kit:form.email");
  if (kind === "json" && !isJson(text)) return t("kit:form.json");
  if (field.type === "url" && !isUrl(text)) return t("rule.url");
  if (field.type === "slug" && !SLUG.test(text)) return t("rule.slug");
  if (shortest !== undefined && length < shortest) return t("rule.tooShort", { count: shortest });
  if (longest !== undefined && length > longest && kind !== "json") {
    return t("kit:form.tooLong", { count: longest });
  }
  return undefined;
}

/** What is wrong with a value that is no plain text. */
function valueProblem({ kind }: FormField, value: unknown, t: Translate): string | undefined {
  if (kind === "attribute-filter") {
    const filter = readAttributeFilter(value);
    const chosen = filter.type === "ids" ? filter.ids : filter.type === "attrs" ? filter.attrs : undefined;
    return chosen?.length === 0 ? t("attributes.incomplete") : undefined;
  }
  if (kind === "addresses" && Array.isArray(value)) {
    const wrong = value.find((entry) => !isAddressEntry(String(entry)));
    return wrong === undefined ? undefined : labelled(String(wrong), t("addresses.problem"));
  }
  if (kind === "protocols" && asProtocols(value).some(({ port }) => port === null)) {
    return t("kit:form.portRequired");
  }
  return undefined;
}

/** The rules of a field: entered where it has to be, of its type, within its limits, and what the area adds. */
export function fieldRules(item: FormField, editing: boolean, values: ValueStore, t: Translate): Rule[] {
  const { kind, override } = item;
  const rules: Rule[] = [];
  if (mustEnter(item, editing)) {
    const entered = check((value) =>
      isEmpty(value) || (kind === "phone" && isEmpty((value as { phone?: string }).phone))
        ? t("kit:form.required")
        : undefined,
    );
    rules.push({ ...entered, required: true });
  }
  rules.push(
    check((value) =>
      typeof value === "string" && value !== "" ? textProblem(item, value, t) : valueProblem(item, value, t),
    ),
  );
  const { problem } = override;
  if (problem !== undefined) rules.push(check((value) => problem(value, values.get())));
  return rules;
}
