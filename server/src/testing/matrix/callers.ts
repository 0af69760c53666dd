import { permissionByCode } from "@sallyport/contract/permissions";
import { sql } from "kysely";
import type { Json } from "../../engine/json.ts";
import { administratorPassword, type TestProduct } from "../product.ts";
import type { Role } from "./audiences.ts";
import { customCodes } from "./role-differences.ts";

/** Somebody who asks: a role in the story, and the credential it is proven by. */
export interface Caller {
  readonly name: string;
  readonly role: Role;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers made for each request anew: a signature. */
  readonly sign?: (method: string, target: string, body: string | undefined) => Record<string, string>;
  /** Added to every address. */
  readonly query?: string;
}

/** An answer, parsed when it is JSON. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape are looked into
  readonly body: any;
}

/** Application to ask; the product's own, or a mutated one over the same services. */
export type Application = TestProduct["app"]["fastify"];

/** Asks as a caller. */
export async function ask(
  application: Application,
  caller: Caller,
  method: string,
  path: string,
  body?: Json,
): Promise<Answer> {
  const url = caller.query === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}${caller.query}`;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const response = await application.inject({
    method: method as "GET",
    url,
    headers: {
      ...caller.headers,
      ...caller.sign?.(method, url, payload),
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: response.statusCode,
    // Read where it is looked into: most are asked for their status alone, and descriptions of screens are large.
    get body() {
      const isJson = String(response.headers["content-type"]).includes("json") && response.body !== "";
      return isJson ? response.json() : response.body;
    },
  };
}

const roles = {
  systemUser: "00000000-0000-0000-0000-000000000003",
  systemAuditor: "00000000-0000-0000-0000-000000000002",
  component: "00000000-0000-0000-0000-000000000004",
  organizationAdmin: "00000000-0000-0000-0000-000000000005",
  organizationAuditor: "00000000-0000-0000-0000-000000000006",
  organizationUser: "00000000-0000-0000-0000-000000000007",
};

/** Somebody with a bearer token, got through the API. */
export async function bearerOf(
  product: TestProduct,
  role: Role,
  username: string,
  password: string,
): Promise<Caller> {
  const { status, body } = await product.anonymous.call("POST", "authentication/auth/", {
    username,
    password,
  });
  if (status !== 201) throw new Error(`${username} got no token: ${status} ${JSON.stringify(body)}`);
  return { name: `${role}, bearer token`, role, headers: { authorization: `Bearer ${body.token}` } };
}

/** The people of the matrix. */
export interface People {
  readonly callers: readonly Caller[];
  /** The administrator of the other organization, working there. */
  readonly foreign: Caller;
  readonly otherOrganization: string;
  /** Id of the plain member of the default organization. */
  readonly memberId: string;
  readonly member: Caller;
  /** Those whose other credentials are tried too. */
  readonly owners: readonly { readonly role: Role; readonly username: string; readonly id: string }[];
}

/** Makes them all, through the API. */
export async function createPeople(product: TestProduct): Promise<People> {
  const admin = product.administrator;
  const made = await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" });
  const otherOrganization = made.body.id as string;
  const person = async (username: string, role: string, elsewhere = false, system = roles.systemUser) => {
    const home = elsewhere ? { "x-jms-org": otherOrganization } : {};
    const { status, body } = await admin.call(
      "POST",
      "users/users/",
      {
        name: username,
        username,
        email: `${username}@example.com`,
        password_strategy: "custom",
        password: administratorPassword,
        system_roles: [system],
        org_roles: [role],
      },
      home,
    );
    if (status !== 201) throw new Error(`${username}: ${status} ${JSON.stringify(body)}`);
    return body.id as string;
  };
  const custom = await admin.call("POST", "rbac/org-roles/", {
    name: "Help desk",
    scope: "org",
    permissions: customCodes.map((code) => permissionByCode.get(code)?.id ?? code),
  });
  if (custom.status !== 201) throw new Error(`role: ${custom.status} ${custom.text}`);
  const ids = {
    custom: await person("m-custom", custom.body.id),
    removed: await person("m-removed", roles.organizationAdmin),
    component: await person("m-component", roles.organizationUser, true, roles.component),
    member: await person("m-member", roles.organizationUser),
    outsider: await person("m-outsider", roles.organizationUser, true),
    auditor: await person("m-auditor", roles.organizationAuditor),
    administrator: await person("m-administrator", roles.organizationAdmin),
    foreignAdministrator: await person("m-foreign", roles.organizationAdmin, true),
    systemAuditor: await person("m-system-auditor", roles.organizationUser, true, roles.systemAuditor),
    disabled: await person("m-disabled", roles.organizationAdmin),
  };
  // Only components are service accounts; the API makes them with a key, and this one signs in like the others.
  await sql`update users set is_service_account = true where id = ${ids.component}`.execute(
    product.database.db,
  );
  const session = async (name: string, role: Role, id: string): Promise<Caller> => {
    const { cookies } = await product.signIn(id);
    const cookie = Object.entries(cookies)
      .map(([key, value]) => `${key}=${value}`)
      .join("; ");
    return {
      name: `${name}, session`,
      role,
      headers: { cookie, "x-csrftoken": cookies.jms_csrftoken ?? "" },
    };
  };
  const bearer = (role: Role, username: string) => bearerOf(product, role, username, administratorPassword);
  const root = { name: "system administrator", role: "system" } as const;
  const systemSession = Object.entries(admin.cookies)
    .map(([key, value]) => `${key}=${value}`)
    .join("; ");
  const member = await session("member", "member", ids.member);
  const foreign = await session("foreign administrator", "foreignAdministrator", ids.foreignAdministrator);
  const disabled = [
    await session("disabled", "disabled", ids.disabled),
    await bearer("disabled", "m-disabled"),
  ];
  const stopped = await admin.call("PATCH", `users/users/${ids.disabled}/`, { is_active: false });
  if (stopped.status !== 200) throw new Error(`disabling answered ${stopped.status}`);
  // Anyone who was an administrator here, with a session and a token from then.
  const removed = [
    await session("removed", "outsider", ids.removed),
    { ...(await bearer("outsider", "m-removed")), name: "removed, bearer token" },
  ];
  const left = await admin.call("POST", `users/users/${ids.removed}/remove/`);
  if (left.status !== 204) throw new Error(`removing answered ${left.status}`);
  const callers: Caller[] = [
    { name: "anonymous", role: "anonymous", headers: {} },
    ...disabled,
    member,
    await bearer("member", "m-member"),
    await session("custom", "custom", ids.custom),
    await bearer("custom", "m-custom"),
    await session("outsider", "outsider", ids.outsider),
    ...removed,
    await session("auditor", "auditor", ids.auditor),
    await session("administrator", "administrator", ids.administrator),
    await bearer("administrator", "m-administrator"),
    foreign,
    await bearer("foreignAdministrator", "m-foreign"),
    await session("system auditor", "systemAuditor", ids.systemAuditor),
    await session("component", "component", ids.component),
    { ...root, headers: { cookie: systemSession, "x-csrftoken": admin.cookies.jms_csrftoken ?? "" } },
    await bearer("system", "admin"),
  ];
  return {
    callers,
    foreign: { ...foreign, headers: { ...foreign.headers, "x-jms-org": otherOrganization } },
    otherOrganization,
    memberId: ids.member,
    member,
    owners: [
      { role: "member", username: "m-member", id: ids.member },
      { role: "administrator", username: "m-administrator", id: ids.administrator },
      { role: "disabled", username: "m-disabled", id: ids.disabled },
    ],
  };
}
