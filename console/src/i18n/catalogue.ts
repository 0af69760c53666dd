import type * as accountAutomations from "../areas/account-automations/texts/en.ts";
import type * as accounts from "../areas/accounts/texts/en.ts";
import type * as acls from "../areas/acls/texts/en.ts";
import type * as assets from "../areas/assets/texts/en.ts";
import type * as audits from "../areas/audits/texts/en.ts";
import type * as cloud from "../areas/cloud/texts/en.ts";
import type * as credentials from "../areas/credentials/texts/en.ts";
import type * as dashboards from "../areas/dashboards/texts/en.ts";
import type * as endpoints from "../areas/endpoints/texts/en.ts";
import type * as eventDelivery from "../areas/event-delivery/texts/en.ts";
import type * as factors from "../areas/factors/texts/en.ts";
import type * as jobs from "../areas/jobs/texts/en.ts";
import type * as license from "../areas/license/texts/en.ts";
import type * as notifications from "../areas/notifications/texts/en.ts";
import type * as organizations from "../areas/organizations/texts/en.ts";
import type * as permissions from "../areas/permissions/texts/en.ts";
import type * as providers from "../areas/providers/texts/en.ts";
import type * as roles from "../areas/roles/texts/en.ts";
import type * as sessions from "../areas/sessions/texts/en.ts";
import type * as settings from "../areas/settings/texts/en.ts";
import type * as tickets from "../areas/tickets/texts/en.ts";
import type * as users from "../areas/users/texts/en.ts";
import type confirm from "../kit/confirm/texts/en.ts";
import type form from "../kit/form/texts/en.ts";
import type list from "../kit/list/texts/en.ts";
import type sharing from "../kit/sharing/texts/en.ts";
import type kit from "../kit/texts/en.ts";
import type transfer from "../kit/transfer/texts/en.ts";
import type tree from "../kit/tree/texts/en.ts";
import type access from "../shell/no-access/texts/en.ts";
import type palette from "../shell/palette/texts/en.ts";
import type shell from "../shell/texts/en.ts";
import type files from "../terminal/files/texts/en.ts";
import type terminal from "../terminal/texts/en.ts";

/** Replaces every text by `string`, keeping the keys: what another language has to provide. */
export type Texts<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Texts<Source[Key]>;
};

/** Titles of the screens of all areas: one namespace, since the menu shows them side by side. */
type Titles = typeof accountAutomations.titles &
  typeof accounts.titles &
  typeof acls.titles &
  typeof assets.titles &
  typeof audits.titles &
  typeof cloud.titles &
  typeof credentials.titles &
  typeof dashboards.titles &
  typeof endpoints.titles &
  typeof eventDelivery.titles &
  typeof jobs.titles &
  typeof license.titles &
  typeof organizations.titles &
  typeof permissions.titles &
  typeof providers.titles &
  typeof roles.titles &
  typeof sessions.titles &
  typeof settings.titles &
  typeof tickets.titles &
  typeof users.titles;

/** Namespaces of the areas; each is loaded with the first screen that shows something of it. */
type AreaTexts = typeof accountAutomations.default &
  typeof accounts.default &
  typeof acls.default &
  typeof assets.default &
  typeof audits.default &
  typeof credentials.default &
  typeof dashboards.default &
  typeof endpoints.default &
  typeof eventDelivery.default &
  typeof factors.default &
  typeof jobs.default &
  typeof license.default &
  typeof notifications.default &
  typeof organizations.default &
  typeof permissions.default &
  typeof providers.default &
  typeof roles.default &
  typeof sessions.default &
  typeof settings.default &
  typeof tickets.default &
  typeof users.default;

/** Every namespace → key → text. English is the shape the other languages are checked against. */
export type Catalogue = Texts<
  typeof kit &
    typeof list &
    typeof confirm &
    typeof form &
    typeof sharing &
    typeof transfer &
    typeof tree &
    typeof shell &
    typeof access &
    typeof palette &
    typeof terminal &
    typeof files &
    AreaTexts & { readonly routes: Titles }
>;
