import { countLinked } from "../../engine/resource/index.ts";

/** The accounts that go with deleted assets. */
export const accountsOfAssets = countLinked({
  table: "assets",
  kind: "accounts",
  links: "accounts",
  column: "asset_id",
  counted: "id",
});
