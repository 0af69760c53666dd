import { anonymous, type RequestContext, rememberConfirmation } from "../../../engine/access/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import {
  caller,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
} from "../../../engine/http/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { sameText } from "../../../engine/secrets/index.ts";
import {
  asText,
  cameFrom,
  fieldsOf,
  loginPath,
  openForm,
  pathWithNext,
  safePath,
} from "../../pages/index.ts";
import { readAppearance } from "../../settings/index.ts";
import { proveOwnPassword } from "./prove.ts";
import { renderVerifyPage } from "./verify-page.ts";

const path = "/core/auth/password/verify/";

async function show(
  context: RequestContext,
  request: RouteRequest,
  { next, csrfToken, error }: { next: string; csrfToken: string; error: Message | null },
): Promise<RouteAnswer> {
  const { services, language } = context;
  const look = await readAppearance(services.settings);
  const { cookies } = await openForm(context, request);
  const body = renderVerifyPage({ language, look, csrfToken, next, error });
  return {
    status: error === null ? 200 : 400,
    body,
    cookies: cookies.filter(({ name }) => name === "jms_public_key"),
  };
}

async function answer(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { session, principal } = context;
  const { host, referer } = request.headers;
  const fields = fieldsOf(request);
  const next =
    safePath(asText(fields.next)) ?? safePath(context.query.get("next")) ?? cameFrom(referer, host);
  if (principal === null || session === null)
    return { location: pathWithNext(loginPath, pathWithNext(path, next)) };
  const { csrfToken } = session;
  if (request.method !== "POST") return show(context, request, { next, csrfToken, error: null });
  // A form of another page, or one that is older than the session.
  if (!sameText(asText(fields.csrfmiddlewaretoken), csrfToken)) return { location: pathWithNext(path, next) };
  const refusal = await proveOwnPassword(caller(context), asText(fields.password)).catch((error: unknown) => {
    if (error instanceof ApiError) return error.detail;
    throw error;
  });
  if (refusal !== null) return show(context, request, { next, csrfToken, error: refusal });
  await rememberConfirmation(context, "password");
  return { location: next };
}

/** Asks for the password again, then continues. Contract: docs/contract/identity.md, "Asking for the password". */
export const passwordVerifyRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path,
  access: anonymous("sends whoever is not signed in to the sign-in page"),
  // The form carries the session's token itself.
  csrf: false,
  // A wrong password is counted although the answer is an error.
  transaction: false,
  bodyLimit: 16_384,
  handle: answer,
};
