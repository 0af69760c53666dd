import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type ReplayHit, searchReplay } from "./replay-api.ts";

/** A search in one recording. */
export interface ReplaySearch {
  readonly hits: readonly (ReplayHit & { readonly id: string })[];
  readonly isSearching: boolean;
  /** The end of the recording was reached. */
  readonly isDone: boolean;
  readonly error: unknown;
  /** Shows further hits; undefined when there are none or they come by themselves. */
  readonly more: (() => void) | undefined;
  retry(): void;
}

/** Hits that are found without being asked for more. */
const FIRST_HITS = 100;

/** Finds a text in a recording: the server answers in pieces, which are asked for until there is enough to show. */
export function useReplaySearch(sessionId: string, opening: string, text: string): ReplaySearch {
  const search = useInfiniteQuery({
    queryKey: ["replay-search", sessionId, text],
    queryFn: ({ pageParam, signal }) => searchReplay(sessionId, opening, { text, from: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: text !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { hasNextPage, isFetching, fetchNextPage, error } = search;
  const hits = (search.data?.pages.flatMap((page) => page.hits) ?? []).map((hit, at) => ({
    ...hit,
    id: String(at),
  }));
  const goesOn = hasNextPage && hits.length < FIRST_HITS && error === null;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return {
    hits,
    isSearching: isFetching || goesOn,
    isDone: search.data !== undefined && !hasNextPage,
    error,
    more: hasNextPage && !goesOn && !isFetching ? () => void fetchNextPage() : undefined,
    retry: () => void (search.data === undefined ? search.refetch() : fetchNextPage()),
  };
}
