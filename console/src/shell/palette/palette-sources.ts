import {
  ACT_NAMES,
  type FoundObject,
  type PaletteAct,
  type PaletteActs,
  type PaletteContribution,
  type PaletteKind,
  type PalettePhrase,
  type PaletteViewer,
  VERBS,
  type Verb,
} from "./palette-kinds.ts";

const state: {
  contributions: readonly PaletteContribution[];
  acts: Promise<readonly PaletteActs[]> | undefined;
} = { contributions: [], acts: undefined };

/** Tells the palette what the areas bring; called once by the application, which knows them. */
export function connectPalette(contributions: readonly PaletteContribution[]): void {
  state.contributions = contributions;
  state.acts = undefined;
}

/** The kind of what is in a list of the server; undefined for lists no area knows. */
export function kindOf(list: string): PaletteKind | undefined {
  return state.contributions.map(({ lists }) => lists?.[list]).find((kind) => kind !== undefined);
}

/** The acts a viewer may begin without having found anything. In the view over all organizations nothing is made. */
export function verbsFor({ can, inRoot }: PaletteViewer): Verb[] {
  return VERBS.filter((verb) =>
    state.contributions.some(
      ({ verbs }) =>
        verbs?.[verb] !== undefined && can(verbs[verb]) && !(inRoot && (verb === "grant" || verb === "test")),
    ),
  );
}

/** The pages that look for what was typed, which a viewer may open. */
export const phrasesFor = ({ can }: Pick<PaletteViewer, "can">): PalettePhrase[] =>
  state.contributions.flatMap(({ phrase }) =>
    phrase !== undefined && can(phrase.permission) ? [phrase] : [],
  );

/** Loads the acts of all areas; once more after a failure. */
export function loadActs(): Promise<readonly PaletteActs[]> {
  state.acts ??= Promise.all(state.contributions.map(async ({ load }) => (await load()).default)).catch(
    (error: unknown) => {
      state.acts = undefined;
      throw error;
    },
  );
  return state.acts;
}

/** What a viewer may do with an object, in the order in which acts are offered. */
export function actsOf(
  acts: readonly PaletteActs[],
  object: FoundObject,
  viewer: PaletteViewer,
): readonly PaletteAct[] {
  return acts
    .flatMap((of) => of[object.kind]?.(object, viewer) ?? [])
    .toSorted((one, other) => ACT_NAMES.indexOf(one.name) - ACT_NAMES.indexOf(other.name));
}
