import { type RawBuilder, sql } from "kysely";

/** Over an event `e` and a receiver `t`: whether the receiver asked for it. */
export const isMeant: RawBuilder<boolean> = sql<boolean>`
  ((t.kinds = '[]' or t.kinds ? e.kind) and (t.org_ids = '[]' or t.org_ids ? e.org_id::text))
`;

/** Events that waiting ones are counted up to: beyond, nobody needs to know how many there are. */
export const mostCounted = 10_000;
