import type { TFunction } from "i18next";
import { defaultProtocols } from "../../../kit/field-kinds/protocol-rows.ts";
import { asProtocols, type Protocol } from "../../../kit/field-kinds/protocols.tsx";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import type { AssetCategory } from "../categories.ts";
import { automationOverride } from "./automation-override.ts";
import type { Constraints } from "./constraints.ts";
import { suMethodChoices } from "./su-methods.ts";

/** The category and the type of a platform, as the server names them. */
export function kindText(
  kind: { readonly category: string; readonly type: string },
  categories: readonly AssetCategory[],
): string {
  const category = categories.find(({ value }) => value === kind.category);
  const type = category?.types.find(({ value }) => value === kind.type);
  return `${category?.label ?? kind.category} / ${type?.label ?? kind.type}`;
}

/** Protocols of all types, for platforms whose type is their own. */
function everyProtocol(categories: readonly AssetCategory[]): Protocol[] {
  const offered = categories.flatMap(({ types }) =>
    types.flatMap(({ constraints }) => asProtocols(constraints?.protocols)),
  );
  const byName = new Map(
    offered.map(({ required: _required, default: _default, ...rest }) => [rest.name, rest as Protocol]),
  );
  return [...byName.values()];
}

/** What the form of a platform says about its fields beyond the metadata. */
export function platformOverrides(
  kind: { readonly category: string; readonly type: string },
  constraints: Constraints,
  categories: readonly AssetCategory[],
  t: TFunction<["assetForms", "kit"]>,
): FieldOverrides {
  const available = kind.category === "custom" ? everyProtocol(categories) : constraints.protocols;
  return {
    category_type: {
      label: t("type"),
      readOnly: true,
      metadata: { type: "string", default: kindText(kind, categories) },
    },
    charset: { hidden: () => !constraints.charset },
    domain_enabled: { disabled: !constraints.domain, help: t("domainHelp") },
    protocols: {
      metadata: { default: available },
      required: true,
      toForm: (value) => (value === available ? defaultProtocols(available) : asProtocols(value)),
    },
    su_enabled: { disabled: !constraints.su, help: t("suHelp") },
    su_method: {
      choices: suMethodChoices(constraints.suMethods),
      hidden: (values) => values.su_enabled !== true,
      required: true,
    },
    automation: automationOverride(false, t("kit:form.json")),
  };
}
