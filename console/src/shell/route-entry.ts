import type { ComponentType } from "react";
import type { Catalogue } from "../i18n/catalogue.ts";
import type { Requirement } from "../kit/permissions.ts";
import type { View } from "./views.ts";

/** Groups of the left menu. */
export type MenuGroup = "users" | "assets" | "accounts" | "permissions" | "sessions";

/** Icons of menu entries, by meaning. */
export type MenuIcon =
  | MenuGroup
  | "dashboard"
  | "terminal"
  | "profile"
  | "my-assets"
  | "groups"
  | "platforms";

/** Key of a screen's title in the catalogue `routes`. */
export type RouteTitle = keyof Catalogue["routes"];

/** A screen: where it is, who may see it, how it is called, what it loads. */
export interface RouteEntry {
  /** Path below `/ui`, in the router's pattern language. */
  readonly path: string;
  readonly view: View | "profile";
  readonly title: RouteTitle;
  readonly permission?: Requirement;
  /** The screen exists only with a valid license. */
  readonly license?: boolean;
  /** The screen exists only while this public setting is on. */
  readonly setting?: string;
  /** Present when the screen stands in the menu. */
  readonly menu?: { readonly icon: MenuIcon; readonly group?: MenuGroup };
  /** Path of the menu entry to mark when this screen has none of its own. */
  readonly activeMenu?: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}
