import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Command } from "./commands.ts";
import { type Found, find, findSessions, SEARCH_URL } from "./find.ts";
import { fits } from "./highlight.ts";
import type { FoundObject, PaletteActs } from "./palette-kinds.ts";
import { loadActs } from "./palette-sources.ts";

/** What is looked for. */
export interface Sought {
  /** The words to find, one or two times: "grant … to …". */
  readonly parts: readonly string[];
  /** Sessions alone, in that state; everything unless given. */
  readonly sessions?: "running" | "recorded";
}

/** Whether an act is decided on and what it is about still to be typed: its word, and a space. */
export const isChosen = (typed: string, command: Command | undefined): boolean =>
  command?.parts.length === 0 && /\s$/.test(typed);

/** What is to be found for what was typed. */
export function sought(typed: string, command: Command | undefined): Sought {
  const text = typed.trim();
  if (command === undefined) return { parts: text === "" ? [] : [text] };
  if (command.verb === "disconnect") return { parts: command.parts, sessions: "running" };
  if (command.verb === "replay") return { parts: command.parts, sessions: "recorded" };
  if (isChosen(typed, command)) return { parts: [] };
  // The word of an act alone may be a name.
  return { parts: command.parts.length === 0 ? [text] : command.parts };
}

function useSearch(text: string, sessions: Sought["sessions"], isSought: boolean) {
  return useQuery<Found>({
    queryKey: ["list", SEARCH_URL, sessions ?? "all", text],
    queryFn: ({ signal }) =>
      sessions === undefined ? find(text, signal) : findSessions(text, sessions === "running", signal),
    enabled: isSought,
    // What was found for fewer letters stays until there is better, as far as it fits still.
    placeholderData: keepPreviousData,
  });
}

/** What the server found, and how it goes. */
export interface FoundState {
  readonly acts: readonly PaletteActs[];
  readonly found: readonly FoundObject[];
  /** For the second part. */
  readonly others: readonly FoundObject[];
  readonly incomplete: boolean;
  readonly searching: boolean;
  readonly failure: Error | null;
  readonly retry: () => void;
}

/**
 * Looks for what is sought. An answer to fewer letters never stands in for one to more: of it only that is shown which
 * fits what is typed by now.
 *
 * @param asked what was sought when nothing was typed for a moment
 */
export function useFound(now: Sought, asked: Sought): FoundState {
  const [first, second] = asked.parts;
  const hasFirst = first !== undefined || asked.sessions !== undefined;
  const one = useSearch(first ?? "", asked.sessions, hasFirst);
  const other = useSearch(second ?? "", undefined, second !== undefined);
  const acts = useQuery({
    queryKey: ["palette-acts"],
    queryFn: loadActs,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isLate = JSON.stringify(now) !== JSON.stringify(asked);
  const shown = (query: typeof one, isSought: boolean, text = ""): readonly FoundObject[] => {
    if (!isSought || query.data === undefined) return [];
    const { objects } = query.data;
    if (!isLate && !query.isPlaceholderData) return objects;
    return objects.filter(({ title, subtitle }) => fits([title, subtitle], text));
  };
  const isSoughtNow = now.parts.length > 0 || now.sessions !== undefined;
  return {
    acts: acts.data ?? [],
    found: shown(one, hasFirst && isSoughtNow, now.parts[0]),
    others: shown(other, second !== undefined && now.parts.length > 1, now.parts[1]),
    incomplete: one.data?.incomplete === true || other.data?.incomplete === true,
    searching: isLate || one.isFetching || other.isFetching || acts.isLoading,
    failure: one.error ?? other.error ?? acts.error,
    retry: () => {
      for (const query of [one, other, acts]) if (query.isError) void query.refetch();
    },
  };
}
