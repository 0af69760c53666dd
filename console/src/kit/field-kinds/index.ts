import type { FieldKindName } from "../metadata/kind-of.ts";
import { booleanKind } from "./boolean.tsx";
import { choiceKind, choicesKind } from "./choice.tsx";
import { datetimeKind } from "./datetime.tsx";
import { emailKind } from "./email.tsx";
import type { FieldKind } from "./field-kind.ts";
import { integerKind } from "./integer.tsx";
import { jsonKind } from "./json.tsx";
import { listKind } from "./list.tsx";
import { nestedKind } from "./nested.tsx";
import { phoneKind } from "./phone.tsx";
import { protocolsKind } from "./protocols.tsx";
import { registerKinds } from "./registry.ts";
import { relatedKind, relatedManyKind } from "./related.tsx";
import { secretKind } from "./secret.tsx";
import { stringKind } from "./string.tsx";
import { textAreaKind } from "./text-area.tsx";
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
};
registerKinds(KINDS);

/** The kind of that name. */
export function fieldKind(name: FieldKindName): FieldKind {
  return KINDS[name];
}
