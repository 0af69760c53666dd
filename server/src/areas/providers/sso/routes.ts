import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import {
  caller,
  type RouteAnswer,
  type RouteContext,
  type RouteDeclaration,
  type RouteRequest,
  siteOrigin,
} from "../../../engine/http/index.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import { text as line, parseBody } from "../../../engine/resource/index.ts";
import { findSignInUser } from "../../credentials/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import { loginPath, safePath } from "../../pages/index.ts";
import { signInFromProvider } from "../../sign-in/index.ts";
import { failurePage } from "../pages.ts";
import { text } from "../texts.ts";
import { makeSsoKey, takeSsoKey } from "./sso-keys.ts";

const linkPath = "/api/v1/authentication/sso/login/";

/** As the login log names it. */
const backend = "SSO";

const isOn = ({ services }: Pick<RequestContext, "services">): Promise<boolean> =>
  services.settings.get<boolean>("AUTH_SSO");

const fields = {
  username: line({ label: text.username, required: true, maxLength: 128 }),
  next: line({ label: text.next, maxLength: 2048, default: "" }),
  login_url: line({ label: text.loginUrl, readOnly: true }),
};

async function makeLink(context: RouteContext, { body }: RouteRequest): Promise<RouteAnswer> {
  const { services, db } = caller(context);
  if (!(await isOn(context))) throw new BadRequest("sso_auth_closed", text.ssoClosed);
  const given = await parseBody(caller(context), fields, body);
  const [username, wanted] = [String(given.username), String(given.next ?? "")];
  const next = wanted === "" ? "" : safePath(wanted);
  if (next === null) throw new ValidationError({ next: [text.nextOutside] });
  const user = await findSignInUser({ db }, { username });
  if (user === null) throw new ValidationError({ username: [withParameters(text.nobody, { username })] });
  const seconds = await services.settings.get<number>("AUTH_SSO_AUTHKEY_TTL");
  const authkey = await makeSsoKey(db, user.id, seconds);
  await recordOperation(caller(context), {
    action: "create",
    type: text.signInLink,
    name: user.username,
    id: user.id,
    organizationId: organizationIds.root,
  });
  const query = new URLSearchParams({ authkey, ...(next === "" ? {} : { next }) });
  return {
    body: { login_url: `${await siteOrigin(services)}${linkPath}?${query}` },
    headers: { "cache-control": "no-store" },
  };
}

/** Signs in whose link it is: as with a password, with everything that comes after one. */
async function followLink(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { services, session, query } = context;
  const next = safePath(query.get("next")) ?? "";
  const onwards: RouteAnswer = { location: next === "" ? "/" : next };
  if (!(await isOn(context))) return onwards;
  const userId = await takeSsoKey(services.db, query.get("authkey") ?? "");
  const user = userId === null ? null : await findSignInUser(services, { id: userId });
  if (user === null || context.principal?.id === user.id) return onwards;
  const outcome = await signInFromProvider(context, request, {
    user,
    backend,
    source: null,
    next,
    session: null,
  });
  if ("refusal" in outcome) {
    return failurePage(context, outcome.refusal.message, { path: loginPath, next }, 403);
  }
  // Whoever was signed in before in this browser is not any more.
  if (session !== null) await services.sessions.destroy(session);
  return outcome.answer;
}

/** Sign-in links, for portals that know who somebody is. Contract: docs/contract/identity.md, "Sign-in links". */
export const ssoRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["POST"],
    path: "/api/v1/authentication/sso/login-url/",
    // It lets its holder in as anybody.
    access: { kind: "superuser" },
    title: "SSO Login Url Api",
    fields: { POST: fields },
    handle: makeLink,
  },
  {
    methods: ["GET"],
    path: linkPath,
    access: anonymous("the key of the link, good once, says who comes"),
    // The session that waits for the next step has to be there when the browser comes back.
    transaction: false,
    handle: followLink,
  },
];
