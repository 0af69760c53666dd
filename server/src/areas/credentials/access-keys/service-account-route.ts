import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import { NotAuthenticated, NotFound } from "../../../engine/errors.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../../engine/http/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import { isObject, type JsonObject } from "../../../engine/json.ts";
import { writeInstant } from "../../../engine/resource/index.ts";
import { sameText } from "../../../engine/secrets/index.ts";
import { userRoles } from "../../roles/index.ts";
import { createServiceAccount } from "../../users/index.ts";
import { limitSignIn } from "../identity/sign-in-limits.ts";
import { text } from "../texts.ts";
import { newAccessKey } from "./access-keys.ts";

/**
 * Lets through who shows the bootstrap token of the configuration; answers why not while components may not register.
 *
 * @throws NotFound where there is no token, NotAuthenticated for another one
 */
export async function requireBootstrapToken(
  context: RequestContext,
  headers: RouteRequest["headers"],
): Promise<RouteAnswer | null> {
  const { services, language } = context;
  const { bootstrapToken } = services.config;
  if (bootstrapToken === null) throw new NotFound(text.registration);
  limitSignIn(context, "bootstrap token");
  const token = (headers.authorization ?? "").trim().split(/\s+/).at(-1) ?? "";
  if (!sameText(token, bootstrapToken)) throw new NotAuthenticated("authentication_failed");
  if (!(await services.settings.get<boolean>("SECURITY_SERVICE_ACCOUNT_REGISTRATION"))) {
    return { status: 400, body: { error: translate(text.registrationOff, language) } };
  }
  return null;
}

/** Makes an account a component works with, and its key. The secret is answered this once. */
export async function registerServiceAccount(
  { services, db, remoteAddress, timeZone }: RequestContext,
  given: { readonly name: unknown; readonly comment: unknown },
): Promise<JsonObject & { readonly id: string }> {
  const account = await createServiceAccount(db, userRoles, { ...given, remoteAddress });
  const { row, secret } = newAccessKey(services, account.id);
  const key = await db
    .insertInto("access_keys")
    .values(row)
    .returning(["id", "is_active", "date_created"])
    .executeTakeFirstOrThrow();
  const { id, is_active, date_created } = key;
  return {
    ...account,
    access_key: { id, secret, is_active, date_created: writeInstant(date_created, timeZone) },
  };
}

/** Registers an account of a component. Contract: docs/contract/identity.md, "Service accounts". */
export const serviceAccountRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/users/service-account-registrations/",
  access: anonymous("proven by the bootstrap token of the configuration"),
  title: "Service Account Registration",
  csrf: false,
  bodyLimit: 16_384,
  handle: async (context, { headers, body }) => {
    const refusal = await requireBootstrapToken(context, headers);
    if (refusal !== null) return refusal;
    const { name, comment } = isObject(body) ? body : {};
    return { status: 201, body: await registerServiceAccount(context, { name, comment }) };
  },
};
