import { anonymous } from "../../../engine/access/index.ts";
import { NotAuthenticated, NotFound } from "../../../engine/errors.ts";
import type { RouteDeclaration } from "../../../engine/http/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { writeInstant } from "../../../engine/resource/index.ts";
import { sameText } from "../../../engine/secrets/index.ts";
import { userRoles } from "../../roles/index.ts";
import { createServiceAccount } from "../../users/index.ts";
import { limitSignIn } from "../identity/sign-in-limits.ts";
import { text } from "../texts.ts";
import { newAccessKey } from "./access-keys.ts";

/** Registers a component. Contract: docs/contract/identity.md, "Service accounts". */
export const serviceAccountRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/users/service-account-registrations/",
  access: anonymous("proven by the bootstrap token of the configuration"),
  title: "Service Account Registration",
  csrf: false,
  bodyLimit: 16_384,
  handle: async (context, { headers, body }) => {
    const { services, db, remoteAddress, timeZone, language } = context;
    const { bootstrapToken } = services.config;
    if (bootstrapToken === null) throw new NotFound(text.registration);
    limitSignIn(context, "bootstrap token");
    const token = (headers.authorization ?? "").trim().split(/\s+/).at(-1) ?? "";
    if (!sameText(token, bootstrapToken)) throw new NotAuthenticated("authentication_failed");
    if (!(await services.settings.get<boolean>("SECURITY_SERVICE_ACCOUNT_REGISTRATION"))) {
      return { status: 400, body: { error: translate(text.registrationOff, language) } };
    }
    const given = isObject(body) ? body : {};
    const account = await createServiceAccount(db, userRoles, {
      name: given.name,
      comment: given.comment,
      remoteAddress,
    });
    const { row, secret } = newAccessKey(services, account.id);
    const key = await db
      .insertInto("access_keys")
      .values(row)
      .returning(["id", "is_active", "date_created"])
      .executeTakeFirstOrThrow();
    const { id, is_active, date_created } = key;
    return {
      status: 201,
      body: {
        ...account,
        access_key: { id, secret, is_active, date_created: writeInstant(date_created, timeZone) },
      },
    };
  },
};
