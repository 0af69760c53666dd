import accounts from "./accounts.ts";
import assets from "./assets.ts";
import common from "./common.ts";
import dashboards from "./dashboards.ts";
import kit from "./kit.ts";
import list from "./list.ts";
import messages from "./messages.ts";
import notices from "./notices.ts";
import permissions from "./permissions.ts";
import profile from "./profile.ts";
import routes from "./routes.ts";
import sessions from "./sessions.ts";
import shell from "./shell.ts";
import startup from "./startup.ts";
import tabs from "./tabs.ts";
import terminal from "./terminal.ts";
import workbench from "./workbench.ts";

export default {
  accounts,
  assets,
  common,
  dashboards,
  kit,
  list,
  messages,
  notices,
  permissions,
  profile,
  routes,
  sessions,
  shell,
  tabs,
  startup,
  terminal,
  workbench,
};
