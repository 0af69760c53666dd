export {
  type ActionAnswer,
  type ActionRequest,
  type AfterWriteEvent,
  type BulkChange,
  defineResource,
  type ExistingRow,
  type Hooks,
  type ReadEvent,
  type ResourceAction,
  type ResourceDeclaration,
  type Row,
  type RowOf,
  type Values,
  type WriteEvent,
} from "./declaration.ts";
export { addressEntry } from "./field-kinds/address-entry.ts";
export { jsonCell, listCell, structureCell } from "./field-kinds/cells.ts";
export {
  type Choice,
  type ChoiceOptions,
  choice,
  type FlagNode,
  flagTree,
  labeledChoice,
  presentFlags,
} from "./field-kinds/choices.ts";
export {
  computed,
  describeItem,
  list,
  type NestedOptions,
  nested,
  nestedList,
  parseNamed,
  parseObject,
  parseValue,
  transient,
} from "./field-kinds/composites.ts";
export type { Field, FieldOptions, ParseContext, WriteMode } from "./field-kinds/field.ts";
export { withKey } from "./field-kinds/named-targets.ts";
export { phone, splitPhone, storablePhone } from "./field-kinds/phone.ts";
export {
  findTargets,
  inOrganization,
  loadAttributes,
  type RelationTarget,
  readKey,
  readKeys,
  relation,
  relations,
} from "./field-kinds/relations.ts";
export { boolean, datetime, type IntegerOptions, integer, json, uuid } from "./field-kinds/scalars.ts";
export { type SecretOptions, secret } from "./field-kinds/secret.ts";
export { email, isEmailAddress, parseText, type TextOptions, text, url } from "./field-kinds/text.ts";
export { knownTimeZone, parseInstant, validInstant, writeInstant } from "./instants.ts";
export { recalled } from "./memory.ts";
export { describeField } from "./metadata.ts";
export { createObjects } from "./operations/create.ts";
export { countLinked, type DeletionEffect } from "./operations/deletion-effects.ts";
export { describeInputFields } from "./operations/describe.ts";
export { envelope, listObjects } from "./operations/list.ts";
export { retrieveObject } from "./operations/retrieve.ts";
export { type ShortRow, shortList } from "./operations/short-list.ts";
export { auditWrites, snapshot } from "./pipeline/audit.ts";
export { parseInput } from "./pipeline/parse.ts";
export { parseBody } from "./pipeline/parse-body.ts";
export { type Presented, presentRows } from "./pipeline/present.ts";
export { findRow, rowsByKey } from "./pipeline/rows.ts";
export { trimmedFields } from "./pipeline/trim.ts";
export { writeRow } from "./pipeline/write.ts";
export { narrow, searchTerms } from "./query/conditions.ts";
export { type ContributedFilter, contributed } from "./query/contributed-filter.ts";
export { correctCounts } from "./query/correct-counts.ts";
export { countRows, mostExactlyCounted } from "./query/counts.ts";
export { expressionCondition, mostSearchSteps } from "./query/expression-condition.ts";
export {
  type Condition,
  cleanText,
  contains,
  custom,
  escapeLike,
  exact,
  exactBoolean,
  exactChoice,
  exactInteger,
  exactUuid,
  type Filter,
  instant,
  isUuid,
  nothing,
  readBoolean,
} from "./query/filters.ts";
export type { OutsideRows } from "./query/outside-rows.ts";
export { mostRowsPerPage, type Page, readPage } from "./query/paging.ts";
export { readQuery } from "./query/parameters.ts";
export { readRows } from "./query/row-batches.ts";
export { readSelection } from "./query/selections.ts";
export { rowCountsTable } from "./readable-tables.ts";
export { allOf, organizationFields, prepareResource, type Resource } from "./resource.ts";
export { type ScopedListOptions, scopedList, scopedSearch, type Within } from "./scoped-list.ts";
export type { SearchSource } from "./search/search-source.ts";
export { stamps } from "./stamps.ts";
