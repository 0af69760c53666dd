import type { RequestContext } from "../../access/context.ts";
import { FieldError } from "../../errors.ts";
import { type Message, translate, withParameters } from "../../i18n/messages.ts";
import { text as messages } from "../../i18n/texts.ts";
import { isObject, type Json, typeName } from "../../json.ts";
import { choiceCell, listCell } from "./cells.ts";
import type { Field, FieldOptions } from "./field.ts";
import type { Nullable } from "./field-types.ts";

type ChoiceValue = string | number | boolean;

/** One allowed value and its name. */
export interface Choice<V extends ChoiceValue = ChoiceValue> {
  readonly value: V;
  readonly label: Message;
}

/** Options of the choice kinds. `choices` may depend on the request (license, data). */
export interface ChoiceOptions<
  V extends ChoiceValue = ChoiceValue,
  Null extends boolean = boolean,
  Column extends string = string,
> extends FieldOptions<Null, Column> {
  readonly choices: readonly Choice<V>[] | ((context: RequestContext) => readonly Choice<V>[]);
}

const choicesOf = <V extends ChoiceValue>(
  options: ChoiceOptions<V>,
  context: RequestContext,
): readonly Choice<V>[] =>
  typeof options.choices === "function" ? options.choices(context) : options.choices;

function find<V extends ChoiceValue>(
  options: ChoiceOptions<V>,
  context: RequestContext,
  input: unknown,
): Choice<V> {
  const value = isObject(input) ? input.value : input;
  const found = choicesOf(options, context).find(
    (choice) => choice.value === value || String(choice.value) === value,
  );
  if (found === undefined) {
    throw new FieldError([
      withParameters(messages.invalidChoice, { value: isScalar(value) ? String(value) : typeName(value) }),
    ]);
  }
  return found;
}

const isScalar = (value: unknown): boolean => typeof value === "string" || typeof value === "number";

const describeChoices = (options: ChoiceOptions, context: RequestContext): Record<string, unknown> => ({
  choices: choicesOf(options, context).map(({ value, label }) => ({
    value,
    label: translate(label, context.language),
  })),
});

function labeled(choices: readonly Choice[], context: RequestContext, value: unknown): Json {
  if (value === null || value === undefined) return null;
  const found = choices.find((choice) => choice.value === value);
  return {
    value: value as Json,
    label: found === undefined ? String(value) : translate(found.label, context.language),
  };
}

/** One of a set of values, read as `{value, label}`, written as the value or `{value}`. */
export function labeledChoice<
  V extends ChoiceValue,
  Null extends boolean = false,
  Column extends string = never,
>(options: ChoiceOptions<V, Null, Column>): Field<Nullable<V, Null>, Nullable<V, Null>, NoInfer<Column>> {
  return {
    type: "labeled_choice",
    options,
    cell: choiceCell((context) => choicesOf(options, context)),
    parse: (input, { context }) => find(options, context, input).value,
    // Choices that depend on the request are made once for all rows.
    load: async (context) => choicesOf(options, context),
    present: (row, context, loaded, column) =>
      labeled((loaded as readonly Choice[] | undefined) ?? choicesOf(options, context), context, row[column]),
    describe: (context) => describeChoices(options, context),
  };
}

/** One of a set of values, read and written as the bare value. */
export function choice<V extends ChoiceValue, Null extends boolean = false, Column extends string = never>(
  options: ChoiceOptions<V, Null, Column>,
): Field<Nullable<V, Null>, Nullable<V, Null>, NoInfer<Column>> {
  return {
    type: "choice",
    options,
    cell: choiceCell((context) => choicesOf(options, context)),
    parse: (input, { context }) => find(options, context, input).value,
    describe: (context) => describeChoices(options, context),
  };
}

/** A branch or leaf of a tree of flags. Leaves carry a bit, branches are named by their label. */
export type FlagNode =
  | { readonly value: string; readonly bit: number; readonly label: Message }
  | { readonly label: Message; readonly children: readonly FlagNode[] };

/** Options of the flag tree. */
export interface FlagTreeOptions<Null extends boolean = boolean, Column extends string = string>
  extends FieldOptions<Null, Column> {
  readonly root: FlagNode;
}

function leaves(node: FlagNode): { value: string; bit: number; label: Message }[] {
  return "children" in node ? node.children.flatMap(leaves) : [node];
}

function describeNode(node: FlagNode, context: RequestContext): Json {
  const label = translate(node.label, context.language);
  return "children" in node
    ? { value: label, label, children: node.children.map((child) => describeNode(child, context)) }
    : { value: node.value, label };
}

/**
 * Several flags kept as bits of one integer, shown as a tree. Read as a list of `{value, label}` in the order of
 * the bits; written as names or `{value}`; the word `all` anywhere means every flag.
 */
export function flagTree<Null extends boolean = false, Column extends string = never>(
  options: FlagTreeOptions<Null, Column>,
): Field<Nullable<number, Null>, Nullable<number, Null>, NoInfer<Column>> {
  const flags = leaves(options.root).sort((a, b) => a.bit - b.bit);
  const every = flags.reduce((bits, flag) => bits | flag.bit, 0);
  return {
    type: "tree",
    options,
    cell: listCell,
    parse: (input) => {
      if (!Array.isArray(input)) throw new FieldError([messages.invalidListType]);
      const names = input.map((item) => (isObject(item) ? item.value : item));
      if (names.includes("all")) return every;
      return names.reduce<number>((bits, name) => {
        const flag = flags.find(({ value }) => value === name);
        if (flag === undefined) {
          throw new FieldError([
            withParameters(messages.invalidChoice, { value: isScalar(name) ? String(name) : typeName(name) }),
          ]);
        }
        return bits | flag.bit;
      }, 0);
    },
    present: (row, context, _loaded, column) => presentFlags(flags, Number(row[column] ?? 0), context),
    describe: (context) => ({ tree: [describeNode(options.root, context)] }),
  };
}

/** The set flags as the list of `{value, label}` a flag tree reads as. */
export function presentFlags(
  flags: readonly { readonly value: string; readonly bit: number; readonly label: Message }[],
  bits: number,
  context: RequestContext,
): Json {
  return flags
    .filter(({ bit }) => (bits & bit) !== 0)
    .map(({ value, label }) => ({ value, label: translate(label, context.language) }));
}
