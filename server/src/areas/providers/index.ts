import type { Area } from "../../engine/area.ts";
import { casTrial } from "./cas/cas-trial.ts";
import { casRoutes } from "./cas/routes.ts";
import { casProvider } from "./cas/sign-in-provider.ts";
import { chatChannels, chatProviders, chatRoutes } from "./chat/index.ts";
import { ldapContributions } from "./ldap/index.ts";
import { ldapTrial } from "./ldap/ldap-trial.ts";
import { oauth2Trial } from "./oauth2/oauth2-trial.ts";
import { oauth2Routes } from "./oauth2/routes.ts";
import { oauth2Provider } from "./oauth2/sign-in-provider.ts";
import { openIdTrial } from "./openid/openid-trial.ts";
import { openIdRoutes } from "./openid/routes.ts";
import { openIdProvider } from "./openid/sign-in-provider.ts";
import { ownSourceLinksResource, sourceLinksResource } from "./people/source-links-resource.ts";
import { sourceRulesResource } from "./people/source-rules-resource.ts";
import { radiusContributions } from "./radius/index.ts";
import { radiusTrial } from "./radius/radius-trial.ts";
import { saml2Routes } from "./saml2/routes.ts";
import { saml2Trial } from "./saml2/saml2-trial.ts";
import { saml2Provider } from "./saml2/sign-in-provider.ts";
import { scimRoutes } from "./scim/routes.ts";
import { scimSourcesResource } from "./scim/sources-resource.ts";
import { userListFilter } from "./scim/user-list-filter.ts";
import { sourceSessionContext } from "./source-sessions.ts";
import { ssoRoutes } from "./sso/routes.ts";
import "./tables.ts";
import { trialRoute } from "./trial/trial-route.ts";

/**
 * People whom other systems know: which user each of them is, and the protocols by which those systems say so.
 * Contract: docs/contract/identity.md, "People of other systems".
 */
export const providersArea: Area = {
  name: "providers",
  resources: [sourceRulesResource, sourceLinksResource, ownSourceLinksResource, scimSourcesResource],
  ...ldapContributions,
  ...radiusContributions,
  signInBackends: [...ldapContributions.signInBackends, ...radiusContributions.signInBackends],
  routes: [
    ...openIdRoutes,
    ...casRoutes,
    ...saml2Routes,
    ...oauth2Routes,
    ...ssoRoutes,
    ...scimRoutes,
    ...chatRoutes,
    ...ldapContributions.routes,
    ...radiusContributions.routes,
    trialRoute([ldapTrial, openIdTrial, oauth2Trial, casTrial, radiusTrial, saml2Trial]),
  ],
  listFilters: [userListFilter],
  signInProviders: [openIdProvider, casProvider, saml2Provider, oauth2Provider, ...chatProviders],
  messageChannels: chatChannels,
  sealed: [
    { table: "source_sessions", column: "sealed", key: ["session_key"], context: sourceSessionContext },
  ],
};
