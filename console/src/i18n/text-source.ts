import type { Language } from "./language.ts";

/** Texts of a namespace: by key, in groups. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** Loads a file of texts: namespace → texts. */
type TextLoader = () => Promise<{ readonly default: Readonly<Record<string, TextTree>> }>;

/** Texts that are loaded when something first shows them: which namespaces there are, and each language's file. */
export interface TextSource extends Readonly<Record<Language, TextLoader>> {
  readonly namespaces: readonly string[];
}
