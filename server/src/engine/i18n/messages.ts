/** The languages every text of the product exists in. */
export type Language = "en" | "zh" | "ja";

/** The languages in the order of a catalogue entry. */
export const languages: readonly Language[] = ["en", "zh", "ja"];

/** Values put into the `{name}` placeholders of a text; `{name:minute|minutes}` is the value with the noun that fits it. */
export type MessageParameters = Readonly<Record<string, string | number>>;

/** One text in all languages. Errors, labels and help carry it; it is translated only when presented. */
export interface Message {
  /** Stable code, `area.name`. */
  readonly key: string;
  readonly en: string;
  readonly zh: string;
  readonly ja: string;
  readonly parameters?: MessageParameters;
}

/** A catalogue entry: the text in English, Chinese and Japanese. */
export type Entry = readonly [en: string, zh: string, ja: string];

/**
 * Declares the texts of one area. Every entry carries all three languages, so a missing translation does not
 * compile.
 */
export function catalogue<const T extends Record<string, Entry>>(
  area: string,
  entries: T,
): { readonly [K in keyof T]: Message } {
  const messages = Object.entries(entries).map(([name, [en, zh, ja]]) => [
    name,
    Object.freeze({ key: `${area}.${name}`, en, zh, ja }),
  ]);
  return Object.freeze(Object.fromEntries(messages)) as { readonly [K in keyof T]: Message };
}

/** The same text with values for its `{name}` placeholders. */
export function withParameters(message: Message, parameters: MessageParameters): Message {
  return { ...message, parameters: { ...message.parameters, ...parameters } };
}

/** What a message says in each language: how it is kept where people of any language read it later. */
export type Translations = Readonly<Record<Language, string>>;

/** What a message says in each language. */
export const translations = (message: Message): Translations => ({
  en: translate(message, "en"),
  zh: translate(message, "zh"),
  ja: translate(message, "ja"),
});

/** A text that is the same in every language, such as a name taken from data. */
export function literal(text: string): Message {
  return { key: "literal", en: text, zh: text, ja: text };
}

/** No text: the metadata leaves the label of such a field out. */
export const unlabelled: Message = literal("");

/** The text of `message` in `language`, its placeholders filled in. */
export function translate(message: Message, language: Language): string {
  const text = message[language];
  const { parameters } = message;
  if (parameters === undefined) return text;
  return text.replace(
    /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g,
    (placeholder, name: string, one?: string, more?: string) => {
      const value = parameters[name];
      if (value === undefined) return placeholder;
      return one === undefined ? String(value) : `${value} ${Number(value) === 1 ? one : more}`;
    },
  );
}
