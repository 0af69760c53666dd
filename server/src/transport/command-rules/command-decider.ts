import { createExpression, InvalidExpressionError } from "../../engine/expressions.ts";
import type { CommandAction, CommandGroup, CommandRule } from "./command-rule.ts";
import { type Needle, needlesOf } from "./group-pattern.ts";
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

/** Longest text that is searched, in characters: what is longer cannot be read. */
const longestText = 65_536;

/** A group among the others, by its place in the order of decisions. */
interface Place {
  readonly rule: CommandRule;
  readonly group: CommandGroup | null;
}

/**
 * Decides about lines by rules, in their order: the first group that names the line, or a part of it, decides. Made once
 * for a session; takes time linear to the line.
 */
export class CommandDecider {
  readonly #places: Place[] = [];
  readonly #exact = new NeedleIndex<number>();
  readonly #folded = new NeedleIndex<number>();
  readonly #expressions: { readonly place: number; readonly test: (text: string) => boolean }[] = [];
  /** The first place that fits where a line cannot be read. */
  readonly #unreadable: number = Number.POSITIVE_INFINITY;

  /** @param rules in the order they are asked in */
  constructor(rules: readonly CommandRule[]) {
    for (const rule of rules) {
      if (rule.onlyReadable) {
        this.#unreadable = Math.min(this.#unreadable, this.#places.length);
        this.#places.push({ rule, group: null });
      }
      for (const group of rule.groups) {
        this.#add(group, this.#places.length);
        this.#places.push({ rule, group });
      }
    }
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

  #add(group: CommandGroup, place: number): void {
    const { type, content, ignoreCase } = group;
    if (type === "regex") {
      const test = expressionOf(content, ignoreCase);
      if (test !== null) this.#expressions.push({ place, test });
      return;
    }
    const index = ignoreCase ? this.#folded : this.#exact;
    for (const needle of needlesOfGroup(group)) {
      index.add(ignoreCase ? { ...needle, text: needle.text.toLowerCase() } : needle, place);
    }
  }
}

/** Sessions that begin while no rule changes share their groups. */
const known = new WeakMap<CommandGroup, readonly Needle[]>();

function needlesOfGroup(group: CommandGroup): readonly Needle[] {
  const found = known.get(group) ?? needlesOf(group.content);
  known.set(group, found);
  return found;
}

/** What cannot be searched for, or is found in an empty text and so in every one, names no command. */
function expressionOf(content: string, ignoreCase: boolean): ((text: string) => boolean) | null {
  try {
    const test = createExpression(content, { ignoreCase });
    return test("") ? null : test;
  } catch (error) {
    if (error instanceof InvalidExpressionError) return null;
    throw error;
  }
}
