import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { toastFailure } from "../../kit/feedback.ts";
import { fetchFavorites, setFavorite } from "../api/luna-api.ts";

const KEY = ["favorites"];

/** The person's favourite assets and the way to change them. */
export interface Favorites {
  favorites: ReadonlySet<string>;
  /** Whether the server keeps favourites at all. */
  available: boolean;
  toggle(assetId: string): void;
}

/**
 * Reads the favourites once for the page; a server without them simply has none to offer.
 *
 * @param onChange called after a change reached the server
 */
export function useFavorites(onChange?: () => void): Favorites {
  const client = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => fetchFavorites(signal), retry: false });
  const favorites = useMemo(() => new Set(query.data ?? []), [query.data]);
  const change = useMutation({
    mutationFn: ({ id, on }: { id: string; on: boolean }) => setFavorite(id, on),
    onMutate: ({ id, on }) => {
      client.setQueryData<string[]>(KEY, (list = []) =>
        on ? [...list, id] : list.filter((entry) => entry !== id),
      );
    },
    onError: toastFailure,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: KEY });
      onChange?.();
    },
  });
  return {
    favorites,
    available: query.isSuccess,
    toggle: (id) => change.mutate({ id, on: !favorites.has(id) }),
  };
}
