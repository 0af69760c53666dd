import { readAttributeFilter } from "../../../kit/field-kinds/attribute-filter.tsx";
import { useRuleTexts } from "../use-rule-texts.ts";
import { attributeText } from "./attribute-labels.ts";

/** Whom or what a rule is about, in a few words. */
export function About({ filter }: { readonly filter: unknown }) {
  const { t } = useRuleTexts();
  const read = readAttributeFilter(filter);
  if (read.type === "all") return t("acls:about.all");
  if (read.type === "ids") return t("acls:about.ids", { count: read.ids.length });
  const names = read.attrs.map(({ name }) => {
    const text = attributeText(name);
    return text === undefined ? name : t(`acls:attribute.${text}`);
  });
  return t("acls:about.attrs", { names: names.join(", ") });
}
