import { useMemo } from "react";
import { isRecord } from "../../../kit/api/api-error.ts";
import type { RelatedSource } from "../../../kit/field-kinds/field-kind.ts";
import type { Choice } from "../../../kit/metadata/types.ts";
import {
  ASSET_OPTIONS,
  type AssetCategory,
  LABEL_OPTIONS,
  NODE_OPTIONS,
  PLATFORM_OPTIONS,
  useCategories,
} from "../../assets/index.ts";
import {
  GROUP_OPTIONS,
  ORGANIZATION_ROLE_OPTIONS,
  SYSTEM_ROLE_OPTIONS,
  USER_OPTIONS,
} from "../../users/index.ts";
import { useRuleTexts } from "../use-rule-texts.ts";

/**
 * Users as what a rule is about, with the attributes they can be selected by.
 *
 * @param everywhere rules that hold in every organization: nobody has a role of one there
 */
export function useUserSubject(everywhere: boolean): RelatedSource {
  const { t } = useRuleTexts();
  return useMemo(
    () => ({
      ...USER_OPTIONS,
      attributes: [
        { name: "name", label: t("acls:attribute.name"), type: "text", inTable: true },
        { name: "username", label: t("acls:attribute.username"), type: "text", inTable: true },
        { name: "email", label: t("acls:attribute.email"), type: "text", inTable: true },
        { name: "comment", label: t("acls:attribute.comment"), type: "text", inTable: true },
        { name: "is_active", label: t("acls:attribute.isActive"), type: "boolean" },
        {
          name: "system_roles",
          label: t("acls:attribute.systemRoles"),
          type: "related",
          related: SYSTEM_ROLE_OPTIONS,
        },
        ...(everywhere
          ? []
          : [
              {
                name: "org_roles",
                label: t("acls:attribute.organizationRoles"),
                type: "related" as const,
                related: ORGANIZATION_ROLE_OPTIONS,
              },
            ]),
        { name: "groups", label: t("acls:attribute.groups"), type: "related", related: GROUP_OPTIONS },
      ],
    }),
    [t, everywhere],
  );
}

/** Each value once, with the first label that is told for it. */
function distinct(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.toReversed().map((choice) => [choice.value, choice])).values()].toReversed();
}

function protocolsOf(categories: readonly AssetCategory[]): Choice[] {
  const names = categories
    .flatMap(({ types }) => types)
    .flatMap(({ constraints }) => (Array.isArray(constraints?.protocols) ? constraints.protocols : []))
    .filter(isRecord)
    .map(({ name }) => String(name));
  return [...new Set(names)].sort().map((name) => ({ value: name, label: name }));
}

/** Assets as what a rule is about, with the attributes they can be selected by. */
export function useAssetSubject(): RelatedSource {
  const { t } = useRuleTexts();
  const { data: categories } = useCategories();
  return useMemo(() => {
    const known = categories ?? [];
    const types = known.flatMap((category) => category.types);
    const plain = ({ value, label }: Choice): Choice => ({ value, label });
    return {
      ...ASSET_OPTIONS,
      attributes: [
        { name: "name", label: t("acls:attribute.name"), type: "text", inTable: true },
        { name: "address", label: t("acls:attribute.address"), type: "address", inTable: true },
        { name: "comment", label: t("acls:attribute.comment"), type: "text" },
        { name: "nodes", label: t("acls:attribute.nodes"), type: "related", related: NODE_OPTIONS },
        { name: "platform", label: t("acls:attribute.platform"), type: "related", related: PLATFORM_OPTIONS },
        {
          name: "category",
          label: t("acls:attribute.category"),
          type: "choice",
          choices: known.map(plain),
          inTable: true,
        },
        {
          name: "type",
          label: t("acls:attribute.type"),
          type: "choice",
          choices: distinct(types.map(plain)),
          inTable: true,
        },
        {
          name: "protocols",
          label: t("acls:attribute.protocols"),
          type: "choice",
          choices: protocolsOf(known),
        },
        { name: "labels", label: t("acls:attribute.labels"), type: "related", related: LABEL_OPTIONS },
        { name: "is_active", label: t("acls:attribute.isActive"), type: "boolean" },
      ],
    };
  }, [t, categories]);
}
