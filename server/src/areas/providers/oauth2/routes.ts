import { type CodeFlow, codeFlowRoutes } from "../code-flow.ts";
import { depart, type OAuth2Memory, redeem } from "./exchange.ts";
import { callbackPath, oauth2Policy, readOAuth2Settings } from "./oauth2-settings.ts";

/** Where a sign-in begins. */
export const oauth2LoginPath = "/core/auth/oauth2/login/";

const flow: CodeFlow = {
  source: "oauth2",
  switch: "AUTH_OAUTH2",
  callbackPath,
  logoutPath: "/core/auth/oauth2/logout/",
  end: { backend: "OAuth2", path: oauth2LoginPath, policy: oauth2Policy },
  depart: async ({ services }) => depart(await readOAuth2Settings(services)),
  async redeem({ services }, query, { memory }) {
    const person = await redeem(await readOAuth2Settings(services), query, memory as unknown as OAuth2Memory);
    return { person, session: { issuer: person.issuer, subject: person.subject } };
  },
};

/** Signing in by OAuth 2.0. Contract: docs/contract/identity.md, "OAuth2". */
export const oauth2Routes = codeFlowRoutes(flow);
