import { type AliasedExpression, type Expression, type OperationNode, type Selectable, sql } from "kysely";
import type { Database } from "./database.ts";

/** A row of a table as somebody beside its owner sees it: the columns the owner promises. */
type PromisedRow<Name extends keyof Database, Column extends keyof Database[Name]> = Pick<
  Selectable<Database[Name]>,
  Column & keyof Selectable<Database[Name]>
>;

/**
 * A table that its owner lets others read in statements of their own, and the columns it promises them. Stands in SQL
 * (`` sql`… join ${usersTable} u on u.id = …` ``) and in built queries (`db.selectFrom(usersTable.as("u"))`). Nobody
 * writes through it: `npm run check -- "owned data"`.
 */
export class ReadableTable<const Name extends keyof Database, const Column extends keyof Database[Name]>
  implements Expression<PromisedRow<Name, Column>>
{
  /** For declarations that refer to rows of the table: `table: usersTable.name`. */
  readonly name: Name;
  /** The columns that the owner promises. */
  readonly columns: readonly string[];

  constructor(name: Name, columns: readonly Column[]) {
    this.name = name;
    this.columns = columns.map(String);
  }

  /** Only the type counts. */
  get expressionType(): PromisedRow<Name, Column> | undefined {
    return undefined;
  }

  /** The table under another name, as built queries take it. */
  as<Alias extends string>(alias: Alias): AliasedExpression<PromisedRow<Name, Column>, Alias> {
    return sql<PromisedRow<Name, Column>>`${this}`.as(alias);
  }

  toOperationNode(): OperationNode {
    return sql.table(this.name).toOperationNode();
  }
}

/** Lets others read a table of the caller's; `columns` are those they may rely on. */
export const readableTable = <const Name extends keyof Database, const Column extends keyof Database[Name]>(
  name: Name,
  columns: readonly Column[],
): ReadableTable<Name, Column> => new ReadableTable(name, columns);
