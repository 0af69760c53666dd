import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Row, Values } from "../../../engine/resource/index.ts";
import type { Grant } from "../account-rules.ts";

/** A permission as it is, or as it would be. */
export interface Draft extends Grant {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly assets: readonly string[];
  readonly nodes: readonly string[];
  /** Whether it counts now: active, started, not expired. */
  readonly isValid: boolean;
  /** Whether it is active and has started, expired or not. */
  readonly hasStarted: boolean;
  /** Until when sessions that began before it expired may go on. */
  readonly sessionsEnd: Date;
}

const links = {
  users: { table: "asset_permission_users", column: "user_id" },
  user_groups: { table: "asset_permission_user_groups", column: "group_id" },
  assets: { table: "asset_permission_assets", column: "asset_id" },
  nodes: { table: "asset_permission_nodes", column: "node_id" },
} as const;

type LinkField = keyof typeof links;

function draftOf(row: Row, linked: Readonly<Record<LinkField, readonly string[]>>): Draft {
  const now = Date.now();
  const [start, dateExpired] = [row.date_start as Date, row.date_expired as Date];
  const hasStarted = row.is_active === true && start.getTime() <= now;
  return {
    users: linked.users,
    groups: linked.user_groups,
    assets: linked.assets,
    nodes: linked.nodes,
    accounts: row.accounts as string[],
    actions: Number(row.actions),
    dateExpired,
    isValid: hasStarted && now < dateExpired.getTime(),
    hasStarted,
    sessionsEnd: new Date(dateExpired.getTime() + Number(row.session_grace_minutes ?? 0) * 60_000),
  };
}

async function linkedIds(
  db: Kysely<Database>,
  permissionIds: readonly string[],
  field: LinkField,
): Promise<ReadonlyMap<string, string[]>> {
  const { table, column } = links[field];
  const { rows } = await sql<{ permission_id: string; ids: string[] }>`
    select permission_id, array_agg(${sql.ref(column)}) as ids from ${sql.table(table)}
    where permission_id = any(${[...permissionIds]}::uuid[]) group by permission_id
  `.execute(db);
  return new Map(rows.map(({ permission_id, ids }) => [permission_id, ids]));
}

const fields = Object.keys(links) as LinkField[];

/** Stored permissions, in the order of their rows. */
export async function storedDrafts(db: Kysely<Database>, rows: readonly Row[]): Promise<Draft[]> {
  const ids = rows.map(({ id }) => String(id));
  const linked = await Promise.all(fields.map((field) => linkedIds(db, ids, field)));
  return rows.map((row, index) =>
    draftOf(
      row,
      Object.fromEntries(
        fields.map((field, at) => [field, linked[at]?.get(ids[index] ?? "") ?? []]),
      ) as Record<LinkField, string[]>,
    ),
  );
}

/** The permission that saving `values` would make, of `before` where they change one. */
export function changedDraft(
  values: Values,
  before: { readonly row: Row; readonly draft: Draft } | null,
): Draft {
  const linked = {
    users: before?.draft.users ?? [],
    user_groups: before?.draft.groups ?? [],
    assets: before?.draft.assets ?? [],
    nodes: before?.draft.nodes ?? [],
  };
  for (const field of fields) {
    if (Array.isArray(values[field])) linked[field] = values[field] as string[];
  }
  return draftOf({ ...before?.row, ...values } as Row, linked);
}
