import type { RouteContext } from "../../../engine/http/index.ts";
import type { ListQuery, Presented, Shown } from "./listing.ts";
import type { ScimSource } from "./source.ts";

/** A request of a source. */
export interface KindRequest {
  readonly context: RouteContext;
  readonly source: ScimSource;
  /** Address of the endpoint, without a slash at its end. */
  readonly base: string;
}

/** People or groups: how they are found, shown and written. Everything happens within one source. */
export interface ResourceKind<Row> {
  /** Behind the address of the endpoint. */
  readonly path: string;
  list(
    context: RouteContext,
    source: ScimSource,
    query: ListQuery,
  ): Promise<{ readonly total: number; readonly rows: readonly Row[] }>;
  find(context: RouteContext, source: ScimSource, id: string, isLocked: boolean): Promise<Row | null>;
  present(request: KindRequest, rows: readonly Row[], shown: Shown): Promise<readonly Presented[]>;
  /** Answers the id. */
  create(request: KindRequest, body: unknown): Promise<string>;
  replace(request: KindRequest, row: Row, body: unknown): Promise<void>;
  patch(request: KindRequest, row: Row, body: unknown): Promise<void>;
  remove(request: KindRequest, row: Row): Promise<void>;
}
