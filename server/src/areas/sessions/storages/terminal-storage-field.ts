import { sql } from "kysely";
import { FieldError } from "../../../engine/errors.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { type Field, isUuid, parseText, text as textField } from "../../../engine/resource/index.ts";

/** Which storage of a terminal a field is about. */
interface TerminalStorage {
  readonly label: Message;
  /** What is said of a storage that is not there. */
  readonly unknown: Message;
  readonly table: "replay_storages" | "command_storages";
  /** Of the terminal: the storage's id, null for the default. */
  readonly column: "replay_storage_id" | "command_storage_id";
}

/** A storage of a terminal, by name or id. One that is given the default follows the default. */
export function terminalStorageField({ label, unknown, table, column }: TerminalStorage): Field {
  const storages = sql.table(table);
  return {
    ...textField({ label, maxLength: 128 }),
    columns: [],
    select: () => sql`(
      select s.name from ${storages} s
      where s.id = coalesce(t.${sql.ref(column)}, (select d.id from ${storages} d where d.is_default))
    )`,
    parse: async (input, { context }) => {
      const named = parseText(input, { label, required: true, maxLength: 128 });
      const { rows } = await sql<{ id: string | null }>`
        select case when is_default then null else id end as id from ${storages}
        where name = ${named} or id = ${isUuid(named) ? named : null}::uuid
      `.execute(context.db);
      const [found] = rows;
      if (found === undefined) throw new FieldError([unknown]);
      return found.id;
    },
    toColumns: (value) => ({ [column]: value }),
  };
}
