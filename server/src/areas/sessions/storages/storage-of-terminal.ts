import { type RawBuilder, sql } from "kysely";

/** Where a session that begins now in a terminal keeps its recording; null: in the data folder. */
export const storageOfTerminal = (terminalId: string): RawBuilder<string | null> => sql`(
  select s.id from replay_storages s where s.type <> 'server' and s.id = coalesce(
    (select t.replay_storage_id from terminals t where t.id = ${terminalId}::uuid),
    (select d.id from replay_storages d where d.is_default))
)`;
