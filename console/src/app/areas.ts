import accountAutomations from "../areas/account-automations/area.ts";
import accounts from "../areas/accounts/area.ts";
import acls from "../areas/acls/area.ts";
import assets from "../areas/assets/area.ts";
import audits from "../areas/audits/area.ts";
import cloud from "../areas/cloud/area.ts";
import credentials from "../areas/credentials/area.ts";
import dashboards from "../areas/dashboards/area.ts";
import endpoints from "../areas/endpoints/area.ts";
import eventDelivery from "../areas/event-delivery/area.ts";
import factors from "../areas/factors/area.ts";
import jobs from "../areas/jobs/area.ts";
import license from "../areas/license/area.ts";
import notifications from "../areas/notifications/area.ts";
import organizations from "../areas/organizations/area.ts";
import permissions from "../areas/permissions/area.ts";
import providers from "../areas/providers/area.ts";
import roles from "../areas/roles/area.ts";
import sessions from "../areas/sessions/area.ts";
import settings from "../areas/settings/area.ts";
import tickets from "../areas/tickets/area.ts";
import users from "../areas/users/area.ts";
import type { ConsoleArea } from "../shell/routes/area.ts";

/** The areas of the console, in the order in which their screens are in a menu they share. */
export const AREAS: readonly ConsoleArea[] = [
  dashboards,
  users,
  roles,
  assets,
  cloud,
  accounts,
  accountAutomations,
  permissions,
  acls,
  sessions,
  audits,
  tickets,
  organizations,
  settings,
  endpoints,
  eventDelivery,
  license,
  factors,
  providers,
  credentials,
  notifications,
  jobs,
];
