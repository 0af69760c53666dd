import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Query } from "../api/client.ts";

/** An item of a tree, reduced to what a list is narrowed by. */
export interface TreeTarget {
  /** `asset` narrows to one asset, anything else to a node. */
  readonly type: string;
  readonly id: string;
}

/** What is chosen in the tree beside a list. */
export interface TreeChoice {
  readonly node: string | undefined;
  readonly asset: string | undefined;
  /** Id of the chosen item. */
  readonly selected: string | undefined;
  /** Narrows the list: `node_id` or `asset_id`. */
  readonly query: Query;
  /** The choice as a query for the create page, with its `?`; empty without a choice. */
  readonly createQuery: string;
  readonly choose: (item: TreeTarget | undefined) => void;
}

/**
 * The choice in a tree beside a list, mirrored in the address as `node` or `asset`, so that it can be shared and the
 * back button works (docs/contract/console.md, "Lists").
 */
export function useTreeChoice(): TreeChoice {
  const [address, setAddress] = useSearchParams();
  const node = address.get("node") ?? undefined;
  const asset = address.get("asset") ?? undefined;
  const choose = useCallback(
    (item: TreeTarget | undefined) =>
      setAddress((before) => {
        const next = new URLSearchParams(before);
        for (const name of ["page", "node", "asset"]) next.delete(name);
        if (item !== undefined) next.set(item.type === "asset" ? "asset" : "node", item.id);
        return next;
      }),
    [setAddress],
  );
  return useMemo(() => {
    const query = {
      ...(node === undefined ? {} : { node_id: node }),
      ...(asset === undefined ? {} : { asset_id: asset }),
    };
    const text = new URLSearchParams(query).toString();
    return {
      node,
      asset,
      selected: asset ?? node,
      query,
      createQuery: text === "" ? "" : `?${text}`,
      choose,
    };
  }, [node, asset, choose]);
}
