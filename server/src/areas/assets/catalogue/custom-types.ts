import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import type { Field } from "../../../engine/resource/index.ts";

/** A type that custom platforms have made, with the protocols of all of them. */
export interface CustomType {
  readonly type: string;
  readonly protocols: readonly { readonly name: string; readonly port: number }[];
}

/** Types of the category custom are whatever its platforms say. */
export async function customTypes(context: RequestContext): Promise<readonly CustomType[]> {
  const { rows } = await sql<CustomType>`
    select p.type, coalesce(jsonb_agg(distinct jsonb_build_object('name', o.name, 'port', o.port))
      filter (where o.name is not null), '[]') as protocols
    from platforms p
    left join (
      select distinct on (own.type, r.name) own.type, r.name, r.port from platforms own
      join platform_protocols r on r.platform_id = own.id where own.category = 'custom' order by own.type, r.name, r.id
    ) o on o.type = p.type
    where p.category = 'custom' group by p.type order by p.type
  `.execute(context.db);
  return rows;
}

/** A choice of types whose metadata has those of custom platforms too. */
export function withCustomTypes(field: Field<string, string, never>): Field<string, string, never> {
  return {
    ...field,
    describeFor: async (context) => {
      const { choices = [], ...rest } = (field.describe?.(context) ?? {}) as { choices?: readonly unknown[] };
      const own = (await customTypes(context)).map(({ type }) => ({ value: type, label: type }));
      return { ...rest, choices: [...choices, ...own] };
    },
  };
}
