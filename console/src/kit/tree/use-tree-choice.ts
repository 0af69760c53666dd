import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Query } from "../api/client.ts";

/** An item of a tree, reduced to what a list is narrowed by. */
export interface TreeTarget {
  /** `asset` narrows to one asset, `node` to a node, `category`, `type` and `platform` to such assets. */
  readonly type: string;
  readonly id: string;
}

/** What is chosen in the tree beside a list. */
export interface TreeChoice {
  readonly node: string | undefined;
  readonly asset: string | undefined;
  /** Key of a category, type or platform in the tree of types. */
  readonly kind: string | undefined;
  /** Id of the chosen item. */
  readonly selected: string | undefined;
  /** Narrows the list: `node_id`, `asset_id`, or `category` with `type`, or `platform`. */
  readonly query: Query;
  /** The choice as a query for the create page, with its `?`; empty without a choice. */
  readonly createQuery: string;
  /** Whether only what sits in the chosen node itself is shown; undefined where nobody said. */
  readonly isDirect: boolean | undefined;
  /** Chooses an item; of a node either what sits in it directly, or with all below it, when `isDirect` says which. */
  readonly choose: (item: TreeTarget | undefined, isDirect?: boolean) => void;
}

/** Parameter that says whether the assets of the chosen node alone are listed. */
const DIRECT = "show_current_asset";

const KINDS = new Set(["category", "type", "platform"]);

/**
 * What a list is narrowed by for an item of the tree of types (docs/contract/assets.md, "Trees"): `ROOT_HOST` is a
 * category, `ROOT_HOST_linux` one of its types, a number a platform.
 */
export function kindQuery(key: string): Query {
  if (/^\d+$/.test(key)) return { platform: key };
  const [, category, type] = /^ROOT_([^_]+)(?:_(.+))?$/.exec(key) ?? [];
  if (category === undefined) return {};
  return { category: category.toLowerCase(), ...(type === undefined ? {} : { type }) };
}

/** The name in the address of a chosen item; undefined for the root of the tree of types, which is everything. */
function parameterOf({ type }: TreeTarget): string | undefined {
  if (type === "asset" || type === "node") return type;
  return KINDS.has(type) ? "kind" : undefined;
}

/**
 * The choice in a tree beside a list, mirrored in the address as `node`, `asset` or `kind`, so that it can be shared and the
 * back button works (docs/contract/console.md, "Lists").
 */
export function useTreeChoice(): TreeChoice {
  const [address, setAddress] = useSearchParams();
  const node = address.get("node") ?? undefined;
  const asset = address.get("asset") ?? undefined;
  const kind = address.get("kind") ?? undefined;
  const given = address.get(DIRECT);
  const isDirect = given === null ? undefined : given === "1";
  const choose = useCallback(
    (item: TreeTarget | undefined, direct?: boolean) =>
      setAddress((before) => {
        const next = new URLSearchParams(before);
        for (const name of ["page", "node", "asset", "kind", DIRECT]) next.delete(name);
        const parameter = item === undefined ? undefined : parameterOf(item);
        if (item !== undefined && parameter !== undefined) next.set(parameter, item.id);
        if (direct !== undefined) next.set(DIRECT, direct ? "1" : "0");
        return next;
      }),
    [setAddress],
  );
  return useMemo(() => {
    const query = {
      ...(node === undefined ? {} : { node_id: node }),
      ...(asset === undefined ? {} : { asset_id: asset }),
    };
    const narrowed = isDirect === undefined ? query : { ...query, [DIRECT]: isDirect ? 1 : 0 };
    const text = new URLSearchParams(query).toString();
    return {
      node,
      asset,
      kind,
      selected: asset ?? node ?? kind,
      query: kind === undefined ? narrowed : { ...narrowed, ...kindQuery(kind) },
      isDirect,
      createQuery: text === "" ? "" : `?${text}`,
      choose,
    };
  }, [node, asset, kind, isDirect, choose]);
}
