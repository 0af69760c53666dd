export {
  addressAttribute,
  booleanAttribute,
  choiceAttribute,
  relatedAttribute,
  textAttribute,
} from "./attributes.ts";
export { filterCondition, filterMatches, prepareFilter } from "./compile.ts";
export { attributeFilter } from "./field.ts";
export type { AttributeFilter, FilterScope, FilterSubject } from "./filter.ts";
export { attributeRules } from "./parameter.ts";
export { readUuid } from "./uuid.ts";
