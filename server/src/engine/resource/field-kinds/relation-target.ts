import type { RawBuilder } from "kysely";
import type { CallerContext, RequestContext } from "../../access/context.ts";
import type { Json } from "../../json.ts";

/** What rows are known by. */
export type KeyKind = "uuid" | "integer";

/** The table a relation points to. */
export interface RelationTarget<Kind extends KeyKind = KeyKind> {
  readonly table: string;
  readonly key: Kind;
  /** JSON attribute -> SQL expression over the target, aliased `r`. Default `{id: "r.id", name: "r.name"}`. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** What people may write for a target beside its key, over `r`. Default: the attribute `name`; none: keys only. */
  readonly names?: readonly string[];
  /** Presents an attribute whose text depends on the request (e.g. a built-in role's name). */
  readonly translate?: (attributes: Record<string, Json>, context: RequestContext) => Record<string, Json>;
  /** Which targets this caller may point to, over `r`; others are answered as missing. */
  readonly where?: (context: CallerContext) => RawBuilder<boolean>;
}
