import { anonymous } from "../../engine/access/index.ts";
import type { RouteDeclaration } from "../../engine/http/index.ts";
import { type Language, translate } from "../../engine/i18n/index.ts";
import { text } from "./texts.ts";

/**
 * A script with the usual functions of a translation catalogue, for pages that others embed in front of the product.
 * It holds the few words such a page needs; any other text comes back as it is.
 */
function script(language: Language): string {
  const words = [text.continue, text.cancel, text.toConsole];
  const known = Object.fromEntries(words.map((word) => [word.en, translate(word, language)]));
  return `"use strict";
(() => {
  const known = new Map(Object.entries(${JSON.stringify(known)}));
  const gettext = (text) => known.get(text) ?? text;
  const functions = {
    gettext,
    gettext_noop: (text) => text,
    ngettext: (one, many, count) => gettext(count === 1 ? one : many),
    pgettext: (_context, text) => gettext(text),
    npgettext: (_context, one, many, count) => gettext(count === 1 ? one : many),
    pluralidx: (count) => (count === 1 ? 0 : 1),
    interpolate: (text, values, named) =>
      named
        ? text.replace(/%\\((\\w+)\\)s/g, (_placeholder, name) => String(values[name]))
        : ((at) => text.replace(/%s/g, () => String(values[at++])))(0),
    get_format: (name) => name,
  };
  globalThis.django = { ...globalThis.django, ...functions, catalog: Object.fromEntries(known), jsi18n_initialized: true };
  Object.assign(globalThis, functions);
})();
`;
}

/** `core/jsi18n/`: the catalogue as a script. */
export const translationScriptRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/core/jsi18n/",
  access: anonymous("a few words in the language of the request"),
  produces: "text/javascript",
  handle: async ({ language }) => ({
    body: script(language),
    type: "text/javascript; charset=utf-8",
    headers: { vary: "Accept-Language, Cookie" },
  }),
};
