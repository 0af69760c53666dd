import accounts from "./accounts.ts";
import assets from "./assets.ts";
import common from "./common.ts";
import dashboards from "./dashboards.ts";
import kit from "./kit.ts";
import permissions from "./permissions.ts";
import profile from "./profile.ts";
import routes from "./routes.ts";
import sessions from "./sessions.ts";
import shell from "./shell.ts";
import terminal from "./terminal.ts";
import users from "./users.ts";
import workbench from "./workbench.ts";

export default {
  accounts,
  assets,
  common,
  dashboards,
  kit,
  permissions,
  profile,
  routes,
  sessions,
  shell,
  terminal,
  users,
  workbench,
};
