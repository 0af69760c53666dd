import type { Requirement } from "../../kit/permissions.ts";

/** Kinds of object the palette shows, in the order of their groups. */
export const PALETTE_KINDS = ["assets", "users", "groups", "accounts", "permissions", "sessions"] as const;

/** A kind of object; its lists on the server are told by the areas. */
export type PaletteKind = (typeof PALETTE_KINDS)[number];

/** What can be done with an object, in the order in which acts are offered. */
export const ACT_NAMES = [
  "open",
  "connect",
  "replay",
  "disconnect",
  "grant",
  "test",
  "edit",
  "enable",
  "disable",
] as const;

/** Name of an act; its words are in the catalogue. */
export type ActName = (typeof ACT_NAMES)[number];

/** Acts that are typed before what they are done with: "connect web-01". */
export const VERBS = ["connect", "grant", "disconnect", "test", "replay", "open"] as const;

/** An act that can be typed. */
export type Verb = (typeof VERBS)[number];

/** An object that was found. */
export interface FoundObject {
  readonly kind: PaletteKind;
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  /** What acts depend on, as the lists tell it. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The lists of the server it was found in: `assets/assets`. */
  readonly lists: readonly string[];
}

/** One thing to do: a page to go to (below `/ui`), an address to open beside the console, or something to run. */
export type PaletteAct = { readonly name: ActName } & (
  | { readonly to: string }
  | { readonly href: string }
  | { readonly run: () => void }
);

/** Who looks, and where. */
export interface PaletteViewer {
  readonly userId: string;
  readonly inRoot: boolean;
  can(required: Requirement): boolean;
}

/** What a viewer may do with objects of some kinds. */
export type PaletteActs = {
  readonly [Kind in PaletteKind]?: (object: FoundObject, viewer: PaletteViewer) => readonly PaletteAct[];
};

/** Looks for what was typed among what the palette itself does not look through. */
export interface PalettePhrase {
  /** Its words are in the catalogue. */
  readonly name: "findInRecordings";
  readonly permission: Requirement;
  /** The page, below `/ui`. */
  readonly to: (text: string) => string;
}

/** What an area brings into the palette. */
export interface PaletteContribution {
  /** Kinds of what is in its lists, by their addresses below `/api/v1/`. */
  readonly lists?: Readonly<Record<string, PaletteKind>>;
  /** What it takes to be offered an act before anything is found. */
  readonly verbs?: { readonly [Name in Verb]?: Requirement };
  /** A page that looks for whatever was typed. */
  readonly phrase?: PalettePhrase;
  /** Loads the acts. */
  readonly load: () => Promise<{ readonly default: PaletteActs }>;
}
