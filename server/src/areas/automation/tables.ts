// Written by `npm run types:tables`: from the migrated database and owned-tables.json.

/** Assets that automation has not looked at. */
export interface NewAssetsTable {
  readonly asset_id: string;
  readonly org_id: string;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    new_assets: NewAssetsTable;
  }
}
