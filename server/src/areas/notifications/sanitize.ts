import type { IOptions } from "sanitize-html";

/** Longest message as stored, in characters. */
export const longestMessage = 65_536;

const options: IOptions = {
  allowedTags: [
    ...["p", "br", "hr", "div", "span", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code"],
    ...["b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "a"],
    ...["ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td"],
  ],
  // No style and no class: a message cannot cover the page it is shown in.
  allowedAttributes: { a: ["href", "rel", "target"], th: ["colspan", "rowspan"], td: ["colspan", "rowspan"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  nestingLimit: 32,
  transformTags: {
    a: (_tag, { href }) => ({
      tagName: "a",
      attribs: {
        ...(href === undefined ? {} : { href }),
        rel: "noopener noreferrer nofollow",
        target: "_blank",
      },
    }),
  },
};

/** The message with everything removed that could run, load or cover anything in the page that shows it. */
export async function sanitizeMessage(html: string): Promise<string> {
  // Loaded with the first message: it brings a parser of HTML and one of CSS.
  const { default: sanitizeHtml } = await import("sanitize-html");
  return sanitizeHtml(html, options).trim();
}
