import { refreshShownData } from "../../kit/shown-data.ts";
import type { PaletteAct, PaletteActs } from "../../shell/palette/palette-kinds.ts";
import { askToTerminate } from "./ask-to-act.tsx";
import { connectPath } from "./connect-path.ts";
import { replayPath, SESSIONS } from "./resources.ts";

/** What the palette offers on sessions, and where one can begin. */
const acts: PaletteActs = {
  assets: ({ id, facts, lists }) =>
    lists.includes("perms/users/self/assets") && facts.is_active !== false
      ? [{ name: "connect", href: connectPath(id) }]
      : [],
  sessions: ({ id, facts }, { can }) => {
    const offered: PaletteAct[] = [{ name: "open", to: SESSIONS.routes.detail?.(id) ?? "" }];
    if (facts.can_replay === true && can("terminal.view_sessionreplay"))
      offered.push({ name: "replay", href: replayPath(id) });
    if (facts.can_terminate === true && can("terminal.terminate_session")) {
      const session = { id, user: facts.user, asset: facts.asset };
      offered.push({ name: "disconnect", run: () => askToTerminate([session], refreshShownData) });
    }
    return offered;
  },
};

export default acts;
