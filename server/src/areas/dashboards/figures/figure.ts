import type { Language } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import type { MemberScope } from "../activity/read-members.ts";

/** What figures are read from, and how they are written. */
export interface FigureScope extends MemberScope {
  readonly language: Language;
  /** In which instants are written. */
  readonly writtenIn: string;
}

/** One figure of the answer. */
export type Figure = (scope: FigureScope) => Promise<Json>;

/** Figures that one parameter asks for together. */
export type FigureGroup = (scope: FigureScope) => Promise<Readonly<Record<string, Json>>>;
