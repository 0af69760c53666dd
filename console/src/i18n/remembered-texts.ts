import type { i18n } from "i18next";

type Translate = (...call: unknown[]) => unknown;

/**
 * Has texts without variables looked up once: a list asks for some hundreds of them each time it is drawn, most of
 * them again and again. What was remembered is forgotten when texts are added.
 */
export function rememberTexts(translations: i18n): void {
  const scopes = new Map<string, Map<unknown, unknown>>();
  translations.store.on("added", () => {
    for (const known of scopes.values()) known.clear();
  });
  const ownScope = translations.getFixedT as unknown as (...scope: unknown[]) => Translate;
  const rememberingScope = (...scope: unknown[]): Translate => {
    const translate = ownScope(...scope);
    const name = JSON.stringify(scope);
    const known = scopes.get(name) ?? new Map<unknown, unknown>();
    scopes.set(name, known);
    const remembering: Translate = (...call) => {
      if (call.length > 1) return translate(...call);
      const [key] = call;
      const text = known.get(key) ?? translate(key);
      known.set(key, text);
      return text;
    };
    return Object.assign(remembering, translate);
  };
  translations.getFixedT = rememberingScope as unknown as typeof translations.getFixedT;
}
