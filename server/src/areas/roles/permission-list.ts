import { isGrantable, type PermissionCode, permissionCatalogue } from "@sallyport/contract/permissions";
import { permission, type RequestContext } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import {
  text as common,
  type Language,
  type Message,
  translate,
  withParameters,
} from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { type Field, integer, isUuid, json, text as line, shortList } from "../../engine/resource/index.ts";
import { codeText, nodeText, verbText } from "./permission-texts.ts";
import { readRoleGrants } from "./role-directory.ts";
import { text } from "./texts.ts";

const nodes: Readonly<Record<string, Message>> = nodeText;
const verbs: Readonly<Record<string, Message>> = verbText;
const named: Readonly<Record<string, Message>> = codeText;

/** English puts the name of a thing in small letters after the verb, but for abbreviations. */
const inSentence = (name: string): string =>
  /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;

/** The name of a code: its own, or its verb and the name of its model. */
export function permissionName({ code, app, action, resource }: PermissionCode, language: Language): string {
  const own = named[code];
  if (own !== undefined) return translate(own, language);
  const model = nodes[`${app}.${resource}`];
  const name = model === undefined ? resource : translate(model, language);
  const verb = verbs[action];
  if (verb === undefined) return `${action.charAt(0).toUpperCase()}${action.slice(1)} ${name}`;
  return translate(withParameters(verb, { name: language === "en" ? inSentence(name) : name }), language);
}

const models = [...new Set(permissionCatalogue.map(({ model }) => model))];

/** A code as the contract lists it. */
interface PresentedPermission extends Readonly<Record<string, Json>> {
  readonly id: number;
  readonly name: string;
  readonly codename: string;
}

/** What lists of codes are narrowed and ordered by. */
export const permissionShape = {
  key: "id",
  search: ["name", "codename"],
  order: ["id", "name", "codename"],
} as const;

const fields: Readonly<Record<string, Field>> = {
  id: integer({ label: common.id, readOnly: true }),
  name: line({ label: common.name, readOnly: true }),
  content_type: json({ label: text.subject, readOnly: true }),
  codename: line({ label: text.codename, readOnly: true }),
};

/** Codes as the contract lists them. */
export function presentPermissions(
  permissions: readonly PermissionCode[],
  context: RequestContext,
): PresentedPermission[] {
  return permissions.map((one) => {
    const [app_label = "", model = ""] = one.model.split(".");
    return {
      id: one.id,
      name: permissionName(one, context.language),
      content_type: { id: models.indexOf(one.model) + 1, app_label, model },
      codename: one.code.slice(one.app.length + 1),
    };
  });
}

/** `rbac/permissions/`: the codes a scope can hold, or those a role holds. */
export const permissionListRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/rbac/permissions/",
  access: permission("rbac.view_permission"),
  title: "Permission List",
  fields: { GET: fields },
  handle: async (context, { url }) => {
    const { query } = caller(context);
    const scope = query.get("scope") === "system" ? "system" : "org";
    const role = query.get("role");
    let shown = permissionCatalogue.filter((one) => isGrantable(one, scope));
    if (role !== undefined && role !== "") {
      const grant = isUuid(role) ? (await readRoleGrants(context.db, [role])).get(role) : undefined;
      if (grant === undefined) throw new NotFound(text.role);
      const held = new Set(grant.codes);
      shown = permissionCatalogue.filter(({ code }) => held.has(code));
    }
    const codename = query.get("codename");
    if (codename !== undefined)
      shown = shown.filter(({ code, app }) => code.slice(app.length + 1) === codename);
    return {
      body: await shortList(caller(context), url, presentPermissions(shown, context), permissionShape),
    };
  },
};

/** `rbac/permissions/{id}/`: one code. */
export const permissionRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/rbac/permissions/:id/",
  access: permission("rbac.view_permission"),
  title: "Permission Instance",
  fields: { GET: fields },
  handle: async (context, { params }) => {
    const [one] = presentPermissions(
      permissionCatalogue.filter(({ id }) => String(id) === params.id),
      context,
    );
    if (one === undefined) throw new NotFound(text.permission);
    return { body: one };
  },
};
