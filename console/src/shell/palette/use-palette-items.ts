import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../kit/metadata/dates.ts";
import { screenExists } from "../../kit/screens.ts";
import { useSession } from "../../kit/session.ts";
import { useDebounced } from "../../kit/use-debounced.ts";
import type { RouteEntry } from "../routes/route-entry.ts";
import { type Command, parseCommand, verbsLike } from "./commands.ts";
import { grantPairs } from "./grant-pairs.ts";
import { isStrong, matchingPages, type PalettePage } from "./palette-items.ts";
import {
  type FoundObject,
  PALETTE_KINDS,
  type PaletteAct,
  type PalettePhrase,
  type PaletteViewer,
  type Verb,
} from "./palette-kinds.ts";
import { type PaletteGroup, type PaletteOption, withActFirst } from "./palette-option.ts";
import { actsOf, phrasesFor, verbsFor } from "./palette-sources.ts";
import { recentPages } from "./recent-pages.ts";
import { isChosen, sought, useFound } from "./use-found.ts";
import { usePaletteWords } from "./use-palette-words.ts";

/** Time without typing before the server is asked, in milliseconds. */
const PAUSE = 120;

function usePages(screens: readonly RouteEntry[]) {
  const { t } = useTranslation(["routes", "shell"]);
  const { profile, organization } = useSession();
  const pages = useMemo<PalettePage[]>(
    () =>
      screens
        .filter(({ path }) => !path.includes(":"))
        .map(({ path, title, view }) => ({ path, title: t(title), section: t(`shell:view.${view}`) })),
    [screens, t],
  );
  const recent = useMemo<PalettePage[]>(() => {
    const fixed = new Map(pages.map((page) => [page.path, page]));
    const here = location.pathname.replace(/^\/ui/, "");
    return recentPages(profile.username, organization?.id)
      .filter(({ path }) => path !== here && screenExists(path))
      .map((page) => fixed.get(page.path) ?? { ...page, section: "" });
  }, [pages, profile.username, organization?.id]);
  return { pages, recent };
}

function pageOption(group: PaletteGroup, page: PalettePage, typed: string): PaletteOption {
  return {
    key: `${group}:${page.path}`,
    group,
    title: page.title,
    hint: page.section,
    acts: [{ name: "open", to: page.path }],
    isWeak: !isStrong(page, typed),
  };
}

/** Recent pages and pages that fit; for nothing typed, the recent ones and all others. */
function pageOptions({ pages, recent }: ReturnType<typeof usePages>, typed: string): PaletteOption[] {
  const empty = typed.trim() === "";
  const matchingRecent = matchingPages(recent, typed, empty ? 5 : 3);
  const shown = new Set(matchingRecent.map(({ path }) => path));
  const others = matchingPages(
    pages.filter(({ path }) => !shown.has(path)),
    typed,
    empty ? 50 : 8,
  );
  return [
    ...matchingRecent.map((page) => pageOption("recent", page, typed)),
    ...others.map((page) => pageOption("pages", page, typed)),
  ];
}

interface ObjectTexts {
  readonly running: string;
  readonly inactive: string;
}

function markOf({ facts }: FoundObject, { running, inactive }: ObjectTexts): string | undefined {
  if (facts.is_finished === false) return running;
  return facts.is_active === false || facts.is_valid === false ? inactive : undefined;
}

/** Objects with what can be done with them, by kind; with an act in mind, those it can be done with. */
function objectOptions(
  found: readonly FoundObject[],
  actsOn: (object: FoundObject) => readonly PaletteAct[],
  verb: Verb | undefined,
  texts: ObjectTexts,
): PaletteOption[] {
  const options = found.flatMap((object): PaletteOption[] => {
    const all = actsOn(object);
    const acts = verb === undefined ? all : withActFirst(all, verb);
    if (acts === undefined || acts.length === 0) return [];
    const mark = markOf(object, texts);
    return [
      {
        key: `${object.kind}:${object.id}`,
        group: object.kind,
        title: object.title,
        hint: [object.subtitle, formatDate(object.facts.date_start)].filter(Boolean).join(" · "),
        ...(mark === undefined ? {} : { mark }),
        acts,
      },
    ];
  });
  return PALETTE_KINDS.flatMap((kind) => options.filter(({ group }) => group === kind));
}

/** What was typed, looked for where the palette does not look: behind everything it found. */
function phraseOptions(
  viewer: PaletteViewer,
  typed: string,
  titleOf: (name: PalettePhrase["name"], text: string) => string,
): PaletteOption[] {
  const text = typed.trim();
  if (text.length < 2) return [];
  return phrasesFor(viewer).map(({ name, to }) => ({
    key: `phrase:${name}`,
    group: "phrases",
    title: titleOf(name, text),
    hint: "",
    acts: [{ name: "open", to: to(text) }],
    isWeak: true,
  }));
}

/** The act somebody has in mind; not one whose word alone is typed, which may be a name too. */
function verbInMind(command: Command | undefined): Verb | undefined {
  if (command === undefined) return undefined;
  const needsNothing = command.verb === "disconnect" || command.verb === "replay";
  return needsNothing || command.parts.length > 0 ? command.verb : undefined;
}

/** The options for what was typed, in groups, and how the search goes. */
export function usePaletteItems(screens: readonly RouteEntry[], typed: string) {
  const { t } = useTranslation("palette");
  const { can, inRoot, profile } = useSession();
  const viewer = useMemo<PaletteViewer>(
    () => ({ can, inRoot, userId: profile.id }),
    [can, inRoot, profile.id],
  );
  const words = usePaletteWords();
  const offered = verbsFor(viewer);
  const commandOf = (text: string) => {
    const command = parseCommand(text, words);
    return command === undefined || command.verb === "open" || offered.includes(command.verb)
      ? command
      : undefined;
  };
  const settled = useDebounced(typed, PAUSE);
  const command = commandOf(typed);
  const state = useFound(sought(typed, command), sought(settled, commandOf(settled)));
  const paging = usePages(screens);

  const actsOn = (object: FoundObject) => actsOf(state.acts, object, viewer);
  const verb = verbInMind(command);
  const pairs = command?.verb === "grant" ? grantPairs(state.found, state.others, actsOn) : [];
  const isDecided = verb === undefined && isChosen(typed, command);
  const verbs = verb === undefined && !isDecided ? verbsLike(typed, offered, words) : [];
  const begun = verbs.map(
    (name): PaletteOption => ({
      key: `verb:${name}`,
      group: "acts",
      title: t(`verb.${name}`),
      hint: "",
      acts: [],
      verb: name,
    }),
  );
  const granting = pairs.map(
    ({ asset, subject, act }): PaletteOption => ({
      key: `grant:${asset.id}:${subject.id}`,
      group: "acts",
      title: t("grantTo", { subject: subject.title, asset: asset.title }),
      hint: [asset.subtitle, subject.subtitle].filter(Boolean).join(" · "),
      acts: [act],
    }),
  );
  const isPaired = command?.parts.length === 2;
  const objects = isPaired
    ? []
    : objectOptions(state.found, actsOn, verb, { running: t("running"), inactive: t("inactive") });
  const pageText = verb === undefined ? typed : verb === "open" ? (command?.parts[0] ?? "") : typed;
  const pageList = isDecided ? [] : pageOptions(paging, pageText);
  const empty = typed.trim() === "";
  const recent = pageList.filter(({ group }) => group === "recent");
  const pages = pageList.filter(({ group }) => group === "pages");
  // Pages that begin as typed are what somebody means who types that; others stand behind the objects.
  const [before, after] = pages.some(({ isWeak }) => isWeak === false) ? [pages, []] : [[], pages];
  const options = empty
    ? [...recent, ...begun, ...pages]
    : [...begun, ...granting, ...recent, ...before, ...objects, ...after];
  const phrases =
    verb === undefined && !isDecided
      ? phraseOptions(viewer, typed, (name, text) => t(`phrase.${name}`, { text }))
      : [];
  return {
    options: [...options, ...phrases],
    /** Whether anything was found by the palette itself. */
    hasFound: options.length > 0,
    /** The words that were looked for. */
    looked: command !== undefined && verb !== undefined ? command.parts.join(" ") : typed,
    verb,
    isDecided,
    searching: state.searching,
    incomplete: state.incomplete,
    failure: state.failure,
    retry: state.retry,
  };
}
