import { FieldError } from "../../../engine/errors.ts";
import { text as common, type Message, withParameters } from "../../../engine/i18n/index.ts";
import { typeName } from "../../../engine/json.ts";
import { type Field, integer, labeledChoice, readKey } from "../../../engine/resource/index.ts";
import { longestMinutes, mostPeople, usualMinutes } from "./open-sharing.ts";
import { text } from "./texts.ts";

/** What those who join may do. */
export const permissionChoices = [
  { value: "readonly", label: text.readonly },
  { value: "writable", label: text.writable },
] as const;

/** What is done to somebody else's session by a link. */
export const permissionField = (options: { readonly writeOnly?: boolean; readonly readOnly?: boolean }) =>
  labeledChoice({
    label: text.actionPermission,
    default: "writable",
    choices: [...permissionChoices],
    ...options,
  });

/** For how long a link is open. */
export const minutesField = integer({
  label: text.expiredTime,
  default: usualMinutes,
  minimum: 1,
  maximum: longestMinutes,
});

/** Ids of people, where each may also be written as an object with its id. */
export const peopleField = {
  type: "field",
  options: { label: text.users, writeOnly: true, nullable: true, default: [] },
  parse: (input) => {
    if (input === null || input === "") return [];
    if (!Array.isArray(input)) {
      throw new FieldError([withParameters(common.notList, { type: typeName(input) })]);
    }
    // One more than is taken: the refusal says how many are.
    return input.slice(0, mostPeople + 1).map((item) => readKey(item, "uuid"));
  },
} satisfies Field;

/** `{id}` or `{id, name}` of what a row names; written as an id or an object with it. */
export const related = (
  label: Message,
  columns: { readonly id: string; readonly name?: string },
  options: { readonly required?: boolean } = {},
): Field => ({
  type: "object_related_field",
  options: { label, ...options },
  columns: columns.name === undefined ? [columns.id] : [columns.id, columns.name],
  parse: (input) => readKey(input, "uuid"),
  present: (row) => ({
    id: String(row[columns.id]),
    ...(columns.name === undefined ? {} : { name: String(row[columns.name]) }),
  }),
});
