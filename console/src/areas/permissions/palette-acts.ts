import type { PaletteAct, PaletteActs, PaletteViewer } from "../../shell/palette/palette-kinds.ts";
import type { Grant } from "./grant-button.tsx";
import { PERMISSIONS } from "./resources.ts";

/** A new permission, begun with what it is about. */
function granting(grant: Grant, { can, inRoot }: PaletteViewer): PaletteAct[] {
  if (inRoot || !can("perms.add_assetpermission")) return [];
  return [{ name: "grant", to: `${PERMISSIONS.routes.create ?? ""}?${new URLSearchParams({ ...grant })}` }];
}

/** What the palette offers on permissions, and on what they are made of. */
const acts: PaletteActs = {
  assets: ({ id, lists }, viewer) =>
    lists.includes("assets/assets") ? granting({ asset_id: id }, viewer) : [],
  users: ({ id }, viewer) => granting({ user_id: id }, viewer),
  groups: ({ id }, viewer) => granting({ group_id: id }, viewer),
  permissions: ({ id }, { can, inRoot }) => [
    { name: "open", to: PERMISSIONS.routes.detail?.(id) ?? "" },
    ...(can("perms.change_assetpermission") && !inRoot
      ? [{ name: "edit" as const, to: PERMISSIONS.routes.update?.(id) ?? "" }]
      : []),
  ],
};

export default acts;
