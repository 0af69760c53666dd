import type { FieldKindName } from "../metadata/kind-of.ts";
import { addressesKind } from "./addresses.tsx";
import { attributeFilterKind } from "./attribute-filter.tsx";
import { booleanKind } from "./boolean.tsx";
import { choiceKind, choicesKind } from "./choice.tsx";
import { codeKind } from "./code.tsx";
import { cronKind } from "./cron.tsx";
import { dateKind } from "./date.tsx";
import { datetimeKind } from "./datetime.tsx";
import { emailKind } from "./email.tsx";
import type { FieldKind } from "./field-kind.ts";
import { fileKind } from "./file.tsx";
import { integerKind } from "./integer.tsx";
import { jsonKind } from "./json.tsx";
import { labelsKind } from "./labels.tsx";
import { listKind } from "./list.tsx";
import { nestedKind } from "./nested.tsx";
import { nestedListKind } from "./nested-list.tsx";
import { phoneKind } from "./phone.tsx";
import { protocolsKind } from "./protocols.tsx";
import { registerKinds } from "./registry.ts";
import { relatedKind, relatedManyKind } from "./related.tsx";
import { secretKind } from "./secret.tsx";
import { stringKind } from "./string.tsx";
import { textAreaKind } from "./text-area.tsx";
import { timePeriodsKind } from "./time-periods.tsx";
import { treeKind } from "./tree.tsx";

const KINDS: Readonly<Record<FieldKindName, FieldKind>> = {
  string: stringKind,
  "text-area": textAreaKind,
  email: emailKind,
  secret: secretKind,
  choice: choiceKind,
  choices: choicesKind,
  boolean: booleanKind,
  datetime: datetimeKind,
  integer: integerKind,
  related: relatedKind,
  "related-many": relatedManyKind,
  list: listKind,
  tree: treeKind,
  protocols: protocolsKind,
  nested: nestedKind,
  json: jsonKind,
  phone: phoneKind,
  date: dateKind,
  "nested-list": nestedListKind,
  labels: labelsKind,
  cron: cronKind,
  addresses: addressesKind,
  "time-periods": timePeriodsKind,
  "attribute-filter": attributeFilterKind,
  file: fileKind,
  picture: fileKind,
  code: codeKind,
};
registerKinds(KINDS);

/** The kind of that name. */
export function fieldKind(name: FieldKindName): FieldKind {
  return KINDS[name];
}
