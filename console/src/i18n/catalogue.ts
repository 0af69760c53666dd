import type en from "./en/index.ts";
import type later from "./en/later.ts";

/** Replaces every text by `string`, keeping the keys: what another language has to provide. */
export type Texts<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Texts<Source[Key]>;
};

/** The whole catalogue: namespace → key → text. English is the shape the other languages are checked against. */
export type Catalogue = Texts<typeof en>;

/** The namespaces that are loaded after the start. */
export type LaterCatalogue = Texts<typeof later>;
