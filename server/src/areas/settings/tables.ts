// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated } from "kysely";
import type { Json } from "../../engine/json.ts";

/** Pictures that stand in place of the product's own. */
export interface InterfaceImagesTable {
  readonly name: string;
  readonly content_type: string;
  readonly digest: string;
  readonly bytes: Buffer;
}

/** The settings that were changed. */
export interface SettingsTable {
  readonly key: string;
  readonly value: ColumnType<Json | null, string | null | undefined, string | null>;
  readonly sealed: string | null;
  readonly updated_by: string | null;
  readonly date_updated: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    interface_images: InterfaceImagesTable;
    settings: SettingsTable;
  }
}
