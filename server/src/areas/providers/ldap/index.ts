import type { Contributions } from "../../../engine/extensions.ts";
import { checkRoute, loginRoute } from "./check-routes.ts";
import { checkJob } from "./directory-checks.ts";
import { followSettings, importGuard } from "./import-schedule.ts";
import { importTask } from "./import-task.ts";
import { ldapBackend } from "./ldap-backend.ts";
import { peopleRoutes, refreshJob } from "./people-routes.ts";
import { syncRoutes } from "./sync-route.ts";

/** LDAP and Active Directory: sign-in, tests and imports. Contract: docs/contract/identity.md, "LDAP". */
export const ldapContributions = {
  routes: [checkRoute, loginRoute, ...peopleRoutes, ...syncRoutes],
  jobs: [checkJob, refreshJob],
  tasks: [importTask],
  signInBackends: [ldapBackend],
  afterSettingsSave: [followSettings],
  organizationDeleteGuards: [importGuard],
} satisfies Contributions;
