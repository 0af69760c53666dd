import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import { computed, isUuid, writeInstant } from "../../../engine/resource/index.ts";
import { userRoles } from "../../roles/index.ts";
import { usersTable } from "../../users/index.ts";
import { text } from "./texts.ts";

/** A person as the operate log names them. */
interface Person {
  readonly id: string;
  readonly name: string;
}

/** Somebody who may be seen in the current organization. @throws NotFound */
async function personHere({ db, organization }: CallerContext, id: string): Promise<Person> {
  const here = organization.isRoot ? sql<boolean>`true` : userRoles.isMember("u.id", organization.id);
  const { rows } = isUuid(id)
    ? await sql<Person>`
        select u.id, u.name from ${usersTable} u where u.id = ${id}::uuid and not u.is_service_account and ${here}
      `.execute(db)
    : { rows: [] };
  const [person] = rows;
  if (person === undefined) throw new NotFound(text.user);
  return person;
}

async function show(context: CallerContext, id: string): Promise<RouteAnswer> {
  const { db, language, timeZone, services } = context;
  const person = await personHere(context, id);
  const rows = await Promise.all(
    services.extensions.of("credentialKinds").map(async ({ name, label, count, revoke }) => {
      const { count: held, date_last_used: used } = await count(db, person.id);
      return {
        name,
        display_name: translate(label, language),
        count: held,
        date_last_used: used === null ? null : writeInstant(used, timeZone),
        is_revocable: revoke !== undefined,
      };
    }),
  );
  return { body: rows };
}

async function revoke(context: CallerContext, id: string, name: string): Promise<RouteAnswer> {
  const person = await personHere(context, id);
  const kind = context.services.extensions.of("credentialKinds").find((one) => one.name === name);
  if (kind?.revoke === undefined) throw new NotFound(text.credentials);
  await userRoles.requireAuthority(context, person.id, { code: "users.change_user", reach: "everywhere" });
  await kind.revoke(context.db, person.id);
  await recordOperation(context, { action: "delete", type: kind.label, id: person.id, name: person.name });
  return { status: 204 };
}

const fields = {
  GET: { credentials: computed({ label: text.credentials, type: "list", present: () => null }) },
};
const path = "/api/v1/sallyport/users/:id/credentials/";

/**
 * What a user can sign in with at this moment, for anyone who looks after users; an extension.
 * Contract: docs/contract/identity.md, "Credentials of a user".
 */
export const userCredentialRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path,
    access: permission("users.view_user"),
    title: "User Credentials",
    fields,
    handle: (context, { params }) => show(caller(context), params.id ?? ""),
  },
  {
    methods: ["DELETE"],
    path: `${path}:kind/`,
    access: permission("users.change_user"),
    title: "User Credentials",
    handle: (context, { params }) => revoke(caller(context), params.id ?? "", params.kind ?? ""),
  },
];
