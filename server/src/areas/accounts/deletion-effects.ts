import { countLinked } from "../../engine/resource/index.ts";
import { assetsTable } from "../assets/index.ts";

/** The accounts that go with deleted assets. */
export const accountsOfAssets = countLinked({
  table: assetsTable.name,
  kind: "accounts",
  links: "accounts",
  column: "asset_id",
  counted: "id",
});
