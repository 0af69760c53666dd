import type { Language } from "./messages.ts";

// A map: what a client names is looked up, and an object would also answer to `__proto__`.
const codes: ReadonlyMap<string, Language> = new Map([
  ["en", "en"],
  ["zh", "zh"],
  ["zh-hans", "zh"],
  ["zh-cn", "zh"],
  ["ja", "ja"],
]);

function languageOf(tag: string | undefined): Language | undefined {
  if (tag === undefined) return undefined;
  const lower = tag.trim().toLowerCase();
  return codes.get(lower) ?? codes.get(lower.split("-")[0] ?? "");
}

/**
 * The language of a request: the first of its cookies that names one (`django_language`, then `lang`), then the
 * browser's `Accept-Language`, then English. Contract: docs/contract/conventions.md, "Language".
 */
export function negotiateLanguage(
  cookies: readonly (string | undefined)[],
  acceptLanguage: string | undefined,
): Language {
  for (const cookie of cookies) {
    const chosen = languageOf(cookie);
    if (chosen !== undefined) return chosen;
  }
  const ranked = (acceptLanguage ?? "")
    .slice(0, 200)
    .split(",")
    .map((part) => {
      const [tag, ...options] = part.split(";");
      const weight = options.find((option) => option.trim().startsWith("q="));
      return { tag, weight: weight === undefined ? 1 : Number(weight.trim().slice(2)) || 0 };
    })
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of ranked) {
    const language = languageOf(tag);
    if (language !== undefined) return language;
  }
  return "en";
}
