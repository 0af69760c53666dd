import type { ComponentType } from "react";
import type { FieldKindName } from "../metadata/kind-of.ts";
import { BooleanInput } from "./boolean-input.tsx";
import { ChoiceInput, ChoicesInput } from "./choice-input.tsx";
import type { FieldInputProps } from "./field-kind.ts";
import { IntegerInput } from "./integer-input.tsx";
import { LabelsInput } from "./labels-input.tsx";
import { loadedLater } from "./later-input.ts";
import { ListInput } from "./list-input.tsx";
import { PhoneInput } from "./phone-input.tsx";
import { ProtocolsInput } from "./protocols-input.tsx";
import { registerInputs } from "./registry.ts";
import { RelatedInput, RelatedManyInput } from "./related-input.tsx";
import { SecretInput } from "./secret-input.tsx";
import { StringInput } from "./string-input.tsx";
import { TextAreaInput } from "./text-area-input.tsx";

/** Nested objects and lists of them are drawn by the form itself, field by field. */
registerInputs({
  string: StringInput,
  "text-area": TextAreaInput,
  email: StringInput,
  secret: SecretInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  boolean: BooleanInput,
  datetime: loadedLater(() => import("./date-time-input.tsx")),
  date: loadedLater(() => import("./date-input.tsx")),
  integer: IntegerInput,
  related: RelatedInput,
  "related-many": RelatedManyInput,
  list: ListInput,
  labels: LabelsInput,
  tree: loadedLater(() => import("./tree-input.tsx")),
  protocols: ProtocolsInput,
  json: loadedLater(() => import("./json-input.tsx")),
  code: loadedLater(() => import("./code-input.tsx")),
  phone: PhoneInput,
  cron: loadedLater(() => import("./cron-input.tsx")),
  addresses: loadedLater(() => import("./addresses-input.tsx")),
  "time-periods": loadedLater(() => import("./time-periods-input.tsx")),
  "attribute-filter": loadedLater(() => import("./attribute-filter-input.tsx")),
  file: loadedLater(() => import("./file-input.tsx")),
  picture: loadedLater(() => import("./picture-input.tsx")),
} satisfies Readonly<Partial<Record<FieldKindName, ComponentType<FieldInputProps>>>>);
