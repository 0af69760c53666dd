import { permissionById, permissionCatalogue } from "@sallyport/contract/permissions";
import type { Json } from "../engine/json.ts";
import type { Answer, LocalApi } from "./api.ts";

/** Objects of one list that a configuration file can hold, each known by its name. */
export interface ObjectKind {
  /** The key in the file, and what a plan calls one of them. */
  readonly key: string;
  readonly singular: string;
  /** List below `/api/v1/`. */
  readonly path: string;
  /** Objects that come with the product, and are no configuration. */
  readonly isBuiltin?: (object: Answer) => boolean;
  /** Fields that are fixed once the object is there. */
  readonly fixed?: readonly string[];
  /** Fields that hold users: answers tell their names, which are not unique, and files their usernames. */
  readonly people?: readonly string[];
  /** Fields that choose objects by attributes or ids, with the list in which the ids are found and its name field. */
  readonly chosen?: Readonly<Record<string, ChosenFrom>>;
  /** Reads and writes what the object's own answer does not tell. */
  readonly extra?: ExtraField;
}

/** Where the ids of an attribute filter lead. */
export interface ChosenFrom {
  readonly path: string;
  readonly name: string;
}

/** A field that is written with the object and read from elsewhere. */
export interface ExtraField {
  readonly name: string;
  read(api: LocalApi, object: Answer): Promise<Json>;
  /** What is sent for a value of the file. @throws Error with what is wrong with it */
  toWire(value: Json): Json;
}

const people: ChosenFrom = { path: "users/users/", name: "username" };
const assets: ChosenFrom = { path: "assets/assets/", name: "name" };

const idOfCode = new Map([...permissionById].map(([id, { code }]) => [code, id]));

/** The codes of a role (`app.action_model`); the API takes and lists the numbers of the catalogue. */
const roleCodes: ExtraField = {
  name: "permissions",
  async read(api, { id, scope }) {
    const query = { role: String(id), scope: String((scope as Answer).value) };
    const held = (await api.call("GET", "rbac/permissions/", { query })) as unknown as readonly Answer[];
    const numbers = new Set(held.map((one) => Number(one.id)));
    return permissionCatalogue.filter((one) => numbers.has(one.id)).map(({ code }) => code);
  },
  toWire(value) {
    if (!Array.isArray(value)) throw new Error("permissions: a list of codes is expected.");
    return value.map((code) => {
      const id = idOfCode.get(String(code));
      if (id === undefined) throw new Error(`permissions: there is no permission "${String(code)}".`);
      return id;
    });
  },
};

/** What belongs to the installation, in the order in which it is applied. */
export const installationKinds: readonly ObjectKind[] = [
  {
    key: "organizations",
    singular: "organization",
    path: "orgs/orgs/",
    isBuiltin: ({ internal }) => internal === true,
  },
  {
    key: "roles",
    singular: "role",
    path: "rbac/roles/",
    isBuiltin: ({ builtin }) => builtin === true,
    fixed: ["scope"],
    extra: roleCodes,
  },
  {
    key: "platforms",
    singular: "platform",
    path: "assets/platforms/",
    isBuiltin: ({ internal }) => internal === true,
    fixed: ["category", "type"],
  },
];

/** What belongs to an organization, in the order in which it is applied. */
export const organizationKinds: readonly ObjectKind[] = [
  { key: "permissions", singular: "permission", path: "perms/asset-permissions/", people: ["users"] },
  { key: "command_groups", singular: "command group", path: "acls/command-groups/" },
  {
    key: "login_rules",
    singular: "login rule",
    path: "acls/login-acls/",
    people: ["reviewers"],
    chosen: { users: people },
  },
  {
    key: "asset_login_rules",
    singular: "asset login rule",
    path: "acls/login-asset-acls/",
    people: ["reviewers"],
    chosen: { users: people, assets },
  },
  {
    key: "command_rules",
    singular: "command rule",
    path: "acls/command-filter-acls/",
    people: ["reviewers"],
    chosen: { users: people, assets },
  },
  {
    key: "connect_method_rules",
    singular: "connect method rule",
    path: "acls/connect-method-acls/",
    people: ["reviewers"],
    chosen: { users: people },
  },
];
