import type { Requirement } from "../../kit/permissions.ts";
import type { RouteArea, RouteEntry, RouteTitle, ScreenLoader } from "./route-entry.ts";

/** Stands for a screen that is not there yet; its address is in the table and offered nowhere. */
export const LATER = undefined;

/** A noun that has titles of its own in the catalogue, for example `user` of `userDetail`. */
type Noun = {
  [Key in RouteTitle]: Key extends `${infer Word}${"Create" | "Update" | "Detail"}` ? Word : never;
}[RouteTitle];

type Action = "create" | "update" | "detail";

/** What the addresses of one resource have in common. */
export interface ResourceRoutes
  extends Pick<
    RouteEntry,
    | "license"
    | "setting"
    | "scope"
    | "scopePermission"
    | "disableOrgsChange"
    | "showOrganization"
    | "menu"
    | "activeMenu"
  > {
  readonly path: string;
  readonly view: RouteArea;
  /** Names follow from it (`UserList`, `UserCreate`), and the titles of forms and details. */
  readonly noun: Noun;
  /** `app.model` of the permission codes. */
  readonly subject: string;
  /** In place of the code that follows from the subject, for lists and details. */
  readonly viewPermission?: Requirement;
  /** Title and screen of the list; without it the resource is in another one's list. */
  readonly list?: { readonly title: RouteTitle; readonly load: ScreenLoader | undefined };
  /** The further addresses there are, each with its screen or `LATER`. */
  readonly screens: { readonly [Key in Action]?: ScreenLoader | undefined };
}

const SUFFIXES: Readonly<Record<Action, string>> = {
  create: "/create",
  update: "/:id/update",
  detail: "/:id",
};

/**
 * The addresses of one resource, list first (docs/contract/console.md, "Addresses"): the names differ in their last
 * word only, and the permission follows from what is done.
 */
export function resourceRoutes(resource: ResourceRoutes): RouteEntry[] {
  const { path, view, noun, subject, list, screens, menu, viewPermission, activeMenu, ...marks } = resource;
  const [app = "", model = ""] = subject.split(".");
  const name = `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
  const view_ = viewPermission ?? `${app}.view_${model}`;
  const entries: RouteEntry[] = [];
  if (list !== undefined) {
    entries.push({
      path,
      name: `${name}List`,
      view,
      title: list.title,
      permission: view_,
      ...marks,
      ...(menu === undefined ? {} : { menu }),
      ...(list.load === undefined ? {} : { load: list.load }),
    });
  }
  const permissions = { create: `${app}.add_${model}`, update: `${app}.change_${model}`, detail: view_ };
  for (const action of ["create", "update", "detail"] as const) {
    if (!(action in screens)) continue;
    const word = `${action.slice(0, 1).toUpperCase()}${action.slice(1)}`;
    const load = screens[action];
    entries.push({
      path: `${path}${SUFFIXES[action]}`,
      name: `${name}${word}`,
      view,
      title: `${noun}${word}` as RouteTitle,
      permission: permissions[action],
      activeMenu: activeMenu ?? path,
      ...marks,
      ...(load === undefined ? {} : { load }),
    });
  }
  return entries;
}
