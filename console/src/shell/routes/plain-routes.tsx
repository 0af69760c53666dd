import type { PlainResource } from "../../kit/plain-screens.tsx";
import { type ResourceRoutes, resourceRoutes } from "./resource-routes.ts";
import type { RouteEntry, RouteTitle, ScreenLoader } from "./route-entry.ts";

/**
 * A noun with a title for each screen, and a sentence for an empty list: `commandGroup` of `commandGroupCreate`,
 * `…Update`, `…Detail` and `…Empty`.
 */
type PlainNoun = {
  [Key in RouteTitle]: Key extends `${infer Word}Detail`
    ? `${Word}Create` | `${Word}Update` | `${Word}Empty` extends RouteTitle
      ? Word
      : never
    : never;
}[RouteTitle];

/** The addresses of a resource whose screens follow from its metadata alone. */
export interface PlainRoutes
  extends Omit<ResourceRoutes, "list" | "screens" | "noun">,
    Pick<PlainResource, "columns" | "form"> {
  readonly noun: PlainNoun;
  /** List URL of the API. */
  readonly url: string;
  /** Title of the list, in the menu too. */
  readonly title: RouteTitle;
}

/**
 * List, form and detail of a resource that needs no screens of its own: labels, inputs, columns and cells come from
 * the metadata, titles from the area's `titles` (the noun with `Create`, `Update` and `Detail` behind it), and what an
 * empty list says (`Empty`).
 */
export function plainRoutes({ url, title, columns, form, ...routes }: PlainRoutes): RouteEntry[] {
  const { path, noun, subject } = routes;
  const [app = "", model = ""] = subject.split(".");
  const plain: PlainResource = {
    resource: {
      url,
      permission: { app, model },
      global: routes.scope === "global",
      routes: {
        list: path,
        create: `${path}/create`,
        update: (id) => `${path}/${id}/update`,
        detail: (id) => `${path}/${id}`,
      },
    },
    columns,
    form,
    titles: { list: title, create: `${noun}Create`, update: `${noun}Update`, detail: `${noun}Detail` },
    empty: `${noun}Empty`,
  };
  const list: ScreenLoader = async () => {
    const { PlainList } = await import("../../kit/plain-screens.tsx");
    return { default: () => <PlainList {...plain} /> };
  };
  const edit: ScreenLoader = async () => {
    const { PlainForm } = await import("../../kit/plain-screens.tsx");
    return { default: () => <PlainForm {...plain} /> };
  };
  const detail: ScreenLoader = async () => {
    const { PlainDetail } = await import("../../kit/plain-screens.tsx");
    return { default: () => <PlainDetail {...plain} /> };
  };
  return resourceRoutes({
    ...routes,
    list: { title, load: list },
    screens: { create: edit, update: edit, detail },
  });
}
