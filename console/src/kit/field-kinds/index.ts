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
import { relatedKind, relatedManyKind } from "./related.tsx";
import { secretKind } from "./secret.tsx";
import { stringKind } from "./string.tsx";
import { textAreaKind } from "./text-area.tsx";
import { treeKind } from "./tree.tsx";

/** The kind of that name. */
export function fieldKind(name: FieldKindName): FieldKind {
  switch (name) {
    case "string":
      return stringKind;
    case "text-area":
      return textAreaKind;
    case "email":
      return emailKind;
    case "secret":
      return secretKind;
    case "choice":
      return choiceKind;
    case "choices":
      return choicesKind;
    case "boolean":
      return booleanKind;
    case "datetime":
      return datetimeKind;
    case "integer":
      return integerKind;
    case "related":
      return relatedKind;
    case "related-many":
      return relatedManyKind;
    case "list":
      return listKind;
    case "tree":
      return treeKind;
    case "protocols":
      return protocolsKind;
    case "nested":
      return nestedKind;
    case "json":
      return jsonKind;
    case "phone":
      return phoneKind;
  }
}
