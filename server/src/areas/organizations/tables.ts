import type { Generated } from "kysely";

declare module "../../engine/database/database.ts" {
  interface Database {
    organizations: {
      id: Generated<string>;
      name: string;
      comment: Generated<string>;
      created_by: string | null;
      updated_by: string | null;
      date_created: Generated<Date>;
      date_updated: Generated<Date>;
    };
  }
}
