import type { TextTree } from "../text-source.ts";

interface TextFile {
  readonly default?: Readonly<Record<string, TextTree>>;
  readonly titles?: Readonly<Record<string, string>>;
}

/** Puts files of texts together: namespace → texts, with the titles of all areas as `routes`. */
export function together(files: Readonly<Record<string, TextFile>>) {
  const all = Object.values(files);
  const routes: Record<string, string> = Object.assign({}, ...all.map(({ titles }) => titles));
  return { ...(Object.assign({}, ...all.map((file) => file.default)) as Record<string, TextTree>), routes };
}

/** Every text of the console in English, for tests that start i18next with all of them at once. */
export const ENGLISH = together(import.meta.glob<TextFile>("../../**/texts/en.ts", { eager: true }));
