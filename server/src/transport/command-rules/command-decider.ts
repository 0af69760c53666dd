import { createExpression, InvalidExpressionError } from "../../engine/expressions.ts";
import { createYield } from "../../engine/yield-to-event-loop.ts";
import type { CommandAction, CommandGroup, CommandRule } from "./command-rule.ts";
import { linesOf, type Needle, needleOf } from "./group-pattern.ts";
import { NeedleIndex } from "./needle-index.ts";
import { readShellText } from "./shell-text.ts";

/** What a line was found to be: a text, of which it may be certain that the shell reads the same. */
export interface LineReading {
  readonly text: string;
  /** Whether it is known what is run, as far as text can tell. */
  readonly isReadable: boolean;
}

/** The rule that decides about a line. */
export interface CommandDecision {
  readonly action: CommandAction;
  readonly rule: CommandRule;
  /** The group that named it; null where the rule fits because the line cannot be read. */
  readonly group: CommandGroup | null;
}

/** Milliseconds of work between two pauses while rules are made ready. */
const slice = 5;

/** Deciders kept for sessions to come: as many rules fit most of them alike. */
const mostKept = 16;

/** Longest text that is searched, in characters: what is longer cannot be read. */
const longestText = 65_536;

/** A group among the others, by its place in the order of decisions. */
interface Place {
  readonly rule: CommandRule;
  readonly group: CommandGroup | null;
}

/**
 * Decides about lines by rules, in their order: the first group that names the line, or a part of it, decides. Takes time linear
 * to the line.
 */
export class CommandDecider {
  readonly #places: Place[] = [];
  readonly #exact = new NeedleIndex<number>();
  readonly #folded = new NeedleIndex<number>();
  readonly #expressions: { readonly place: number; readonly test: (text: string) => boolean }[] = [];
  /** The first place that fits where a line cannot be read. */
  #unreadable: number = Number.POSITIVE_INFINITY;

  /**
   * Is ready at once, which takes long with many rules: `prepare` does it with pauses.
   * @param rules in the order they are asked in
   */
  constructor(rules: readonly CommandRule[]) {
    for (const _ of this.#read(rules));
  }

  /**
   * The decider for rules, in the order they are asked in: made with pauses, so that no session waits for another's
   * rules, and once for all sessions that the same rules fit.
   */
  static prepare(rules: readonly CommandRule[]): Promise<CommandDecider> {
    const known = kept.find((one) => areSame(one.rules, rules));
    if (known !== undefined) return known.decider;
    const decider = CommandDecider.#make(rules);
    const entry = { rules, decider };
    kept.unshift(entry);
    kept.splice(mostKept);
    decider.catch(() => kept.splice(kept.indexOf(entry), 1));
    return decider;
  }

  static async #make(rules: readonly CommandRule[]): Promise<CommandDecider> {
    const pause = createYield(slice);
    const decider = new CommandDecider([]);
    for (const _ of decider.#read(rules)) await pause();
    return decider;
  }

  /** Whether no line is ever found to be anything. */
  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  /** Decides about a line by each text it may be; null: no rule names it. */
  decide(readings: readonly LineReading[]): CommandDecision | null {
    let first = Number.POSITIVE_INFINITY;
    const found = (place: number): void => {
      first = Math.min(first, place);
    };
    for (const { text, isReadable } of readings) {
      const shell = readShellText(text.slice(0, longestText));
      if (!isReadable || !shell.isReadable || text.length > longestText) found(this.#unreadable);
      for (const part of new Set([text.slice(0, longestText), ...shell.parts])) {
        const line = part.replace(/\s+/g, " ");
        this.#exact.search(line, found);
        this.#folded.search(line.toLowerCase(), found);
        for (const { place, test } of this.#expressions) {
          if (place >= first) break;
          if (test(part)) found(place);
        }
      }
    }
    const place = this.#places[first];
    return place === undefined ? null : { action: place.rule.action, ...place };
  }

  /** Takes rules in, in small steps. */
  *#read(rules: readonly CommandRule[]): Generator<void> {
    for (const rule of rules) {
      if (rule.onlyReadable) {
        this.#unreadable = Math.min(this.#unreadable, this.#places.length);
        this.#places.push({ rule, group: null });
      }
      for (const group of rule.groups) {
        const place = this.#places.push({ rule, group }) - 1;
        if (group.type === "regex") {
          const test = expressionOf(group);
          if (test !== null) this.#expressions.push({ place, test });
          yield;
        } else yield* this.#readLines(group, place);
      }
    }
  }

  *#readLines(group: CommandGroup, place: number): Generator<void> {
    const index = group.ignoreCase ? this.#folded : this.#exact;
    for (const needle of needlesOfGroup(group)) {
      index.add(needle, place);
      yield;
    }
  }
}

const kept: { readonly rules: readonly CommandRule[]; readonly decider: Promise<CommandDecider> }[] = [];

/** Whether rules are the same ones, unchanged: as long as nothing changes they have the same groups each time. */
const areSame = (some: readonly CommandRule[], others: readonly CommandRule[]): boolean =>
  some.length === others.length && some.every((rule, at) => isSame(rule, others[at]));

const isSame = (one: CommandRule, other: CommandRule | undefined): boolean =>
  other !== undefined &&
  Object.entries(one).every(([name, value]) => value === other[name as keyof CommandRule]);

/** What groups are searched by: different rules share their groups. */
const needles = new WeakMap<CommandGroup, readonly Needle[]>();
const expressions = new WeakMap<CommandGroup, ((text: string) => boolean) | null>();

/** The commands of a group, one by one where they are read for the first time. */
function* needlesOfGroup(group: CommandGroup): Generator<Needle> {
  const known = needles.get(group);
  if (known !== undefined) return yield* known;
  const read: Needle[] = [];
  for (const line of linesOf(group.content)) {
    const needle = needleOf(line);
    const filed = group.ignoreCase ? { ...needle, text: needle.text.toLowerCase() } : needle;
    read.push(filed);
    yield filed;
  }
  needles.set(group, read);
}

/** What cannot be searched for, or is found in an empty text and so in every one, names no command. */
function expressionOf(group: CommandGroup): ((text: string) => boolean) | null {
  const known = expressions.get(group);
  if (known !== undefined) return known;
  let test: ((text: string) => boolean) | null;
  try {
    test = createExpression(group.content, { ignoreCase: group.ignoreCase });
    if (test("")) test = null;
  } catch (error) {
    if (!(error instanceof InvalidExpressionError)) throw error;
    test = null;
  }
  expressions.set(group, test);
  return test;
}
