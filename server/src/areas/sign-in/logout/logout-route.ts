import { anonymous } from "../../../engine/access/index.ts";
import { isFromOtherSite, type RouteDeclaration } from "../../../engine/http/index.ts";
import { signedOutCookies } from "../../credentials/index.ts";
import { loginPath, safePath } from "../../pages/index.ts";
import { readAppearance } from "../../settings/index.ts";
import { renderSignedOutPage, renderSignOutQuestion } from "./logout-page.ts";
import { providerSignOut } from "./provider-sign-out.ts";

/** Address of the sign-out page. */
export const logoutPath = "/core/auth/logout/";

/**
 * Ends the session. The contract makes it a plain navigation, which any site could start: browsers say where a
 * navigation comes from, and one from another site is asked about first.
 * Contract: docs/contract/identity.md, "Sign-out".
 */
export const logoutRoute: RouteDeclaration = {
  methods: ["GET"],
  path: logoutPath,
  access: anonymous("signing out needs no right, and works with a session that is no longer valid"),
  handle: async (context, { headers }) => {
    const frame = { language: context.language, look: await readAppearance(context.services.settings) };
    const next = safePath(context.query.get("next"));
    const query = next === null ? "" : `?next=${encodeURIComponent(next)}`;
    if (context.session !== null && isFromOtherSite(headers)) {
      return { body: renderSignOutQuestion(frame, `${logoutPath}${query}`) };
    }
    const elsewhere =
      context.session === null ? null : await providerSignOut(context.services, context.session);
    if (context.session !== null) await context.services.sessions.destroy(context.session);
    if (elsewhere !== null) return { location: elsewhere, cookies: signedOutCookies };
    return { body: renderSignedOutPage(frame, `${loginPath}${query}`), cookies: signedOutCookies };
  },
};
