import { type ComponentType, createElement, lazy, Suspense } from "react";
import type { FieldKindName } from "../metadata/kind-of.ts";
import { BooleanInput } from "./boolean-input.tsx";
import { ChoiceInput, ChoicesInput } from "./choice-input.tsx";
import { EmailInput } from "./email-input.tsx";
import type { FieldInputProps } from "./field-kind.ts";
import { IntegerInput } from "./integer-input.tsx";
import { JsonInput } from "./json-input.tsx";
import { ListInput } from "./list-input.tsx";
import { NestedInput } from "./nested-input.tsx";
import { PhoneInput } from "./phone-input.tsx";
import { ProtocolsInput } from "./protocols-input.tsx";
import { registerInputs } from "./registry.ts";
import { RelatedInput, RelatedManyInput } from "./related-input.tsx";
import { SecretInput } from "./secret-input.tsx";
import { StringInput } from "./string-input.tsx";
import { TextAreaInput } from "./text-area-input.tsx";

/** An input that is loaded when a form first shows it; an empty line of the same height stands in until then. */
function loadedLater(
  load: () => Promise<{ readonly default: ComponentType<FieldInputProps> }>,
): ComponentType<FieldInputProps> {
  const Later = lazy(load);
  const fallback = createElement("span", { className: "input-placeholder" });
  return (props) => createElement(Suspense, { fallback }, createElement(Later, props));
}

const INPUTS: Readonly<Record<FieldKindName, ComponentType<FieldInputProps>>> = {
  string: StringInput,
  "text-area": TextAreaInput,
  email: EmailInput,
  secret: SecretInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  boolean: BooleanInput,
  datetime: loadedLater(() => import("./date-time-input.tsx")),
  integer: IntegerInput,
  related: RelatedInput,
  "related-many": RelatedManyInput,
  list: ListInput,
  tree: loadedLater(() => import("./tree-input.tsx")),
  protocols: ProtocolsInput,
  nested: NestedInput,
  json: JsonInput,
  phone: PhoneInput,
};

registerInputs(INPUTS);

/** The input of a kind. */
export function fieldInput(name: FieldKindName): ComponentType<FieldInputProps> {
  return INPUTS[name];
}
