import type { PaletteActs } from "../../shell/palette/palette-kinds.ts";
import { ACCOUNTS } from "./resources.ts";

/** What the palette offers on accounts. */
const acts: PaletteActs = {
  accounts: ({ id }, { can, inRoot }) => [
    { name: "open", to: ACCOUNTS.routes.detail?.(id) ?? "" },
    ...(can("accounts.change_account") && !inRoot
      ? [{ name: "edit" as const, to: ACCOUNTS.routes.update?.(id) ?? "" }]
      : []),
  ],
};

export default acts;
