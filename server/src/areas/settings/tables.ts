import type { Generated } from "kysely";
import type { Json } from "../../engine/json.ts";

declare module "../../engine/database/database.ts" {
  interface Database {
    settings: {
      key: string;
      value: Json | null;
      sealed: string | null;
      updated_by: string | null;
      date_updated: Generated<Date>;
    };
  }
}
