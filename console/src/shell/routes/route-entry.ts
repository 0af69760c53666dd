import type { ComponentType } from "react";
import type { Catalogue } from "../../i18n/catalogue.ts";
import type { Requirement } from "../../kit/permissions.ts";
import type { MENU_ICONS } from "../menu-icons.tsx";
import type { View } from "../views.ts";

/** Groups of the left menu. */
export type MenuGroup = "users" | "assets" | "accounts" | "permissions" | "sessions" | "logs" | "jobs";

/** Icons of menu entries, by meaning; no two entries of one menu have the same. */
export type MenuIcon = keyof typeof MENU_ICONS;

/** Key of a screen's title in the catalogue `routes`. */
export type RouteTitle = keyof Catalogue["routes"];

/** Part of the console a screen belongs to: a work area, or the person's own pages. */
export type RouteArea = View | "profile";

/**
 * The organization a screen works in: the chosen one, or one of the two pseudo-organizations that are entered and
 * left by themselves (docs/contract/console.md, "Organizations").
 */
export type OrganizationScope = "own" | "system" | "global";

/** Loads the component of a screen. */
export type ScreenLoader = () => Promise<{ readonly default: ComponentType }>;

/** An address of the console: where it is, who may see it, how it is called, what it loads. */
export interface RouteEntry {
  /** Path below `/ui`, in the router's pattern language. */
  readonly path: string;
  /** Unique name; a resource's are `…List`, `…Create`, `…Update` and `…Detail`. */
  readonly name: string;
  readonly view: RouteArea;
  readonly title: RouteTitle;
  readonly permission?: Requirement;
  /** The screen exists only with a valid license. */
  readonly license?: boolean;
  /** The screen exists only while this public setting is on. */
  readonly setting?: string;
  /** `own` unless told. */
  readonly scope?: OrganizationScope;
  /** Without this permission the screen stays in the chosen organization, which can then be changed. */
  readonly scopePermission?: Requirement;
  /** `false` hides the choice of the organization. */
  readonly showOrganization?: boolean;
  /** The organization cannot be changed here. */
  readonly disableOrgsChange?: boolean;
  /** Reached by links only: neither in the menu nor in the command palette. */
  readonly hidden?: boolean;
  /** Present when the screen is in the menu. */
  readonly menu?: { readonly icon: MenuIcon; readonly group?: MenuGroup };
  /** Path of the menu entry to mark when this screen has none of its own. */
  readonly activeMenu?: string;
  /** Absent while there is no screen; the address is then offered nowhere. */
  readonly load?: ScreenLoader;
}

/** An address with a screen. */
export interface Screen extends RouteEntry {
  readonly load: ScreenLoader;
}
