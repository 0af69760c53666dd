import type { Generated, GeneratedAlways } from "kysely";
import type { JsonObject } from "../../../engine/json.ts";

export interface CommandsTable {
  readonly id: Generated<string>;
  readonly org_id: string;
  readonly session_id: string;
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  readonly input: string;
  readonly command: string;
  readonly output: string;
  readonly risk_level: Generated<number>;
  readonly source: string;
  readonly date_executed: Date;
  readonly hour: GeneratedAlways<number>;
}

export interface CommandStoragesTable {
  readonly id: Generated<string>;
  readonly name: string;
  readonly type: string;
  readonly meta: Generated<JsonObject>;
  readonly is_default: Generated<boolean>;
  readonly comment: Generated<string>;
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
}

declare module "../../../engine/database/database.ts" {
  interface Database {
    commands: CommandsTable;
    command_storages: CommandStoragesTable;
  }
}
