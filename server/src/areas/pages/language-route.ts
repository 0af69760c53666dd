import { anonymous } from "../../engine/access/index.ts";
import { cookieNames, type RouteDeclaration } from "../../engine/http/index.ts";
import { cameFrom } from "./safe-path.ts";

const codes = new Set(["en", "zh-hans", "ja"]);

/** Days a choice of language is remembered. */
const rememberedDays = 365;

/** `core/i18n/{code}/`: chooses the language of pages and API. Contract: docs/contract/identity.md, "Sign-in page". */
export const languageRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/core/i18n/:code/",
  access: anonymous("the language is chosen on the sign-in page"),
  handle: async (_context, { params, headers }) => {
    const code = (params.code ?? "").toLowerCase();
    const location = cameFrom(headers.referer, headers.host);
    if (!codes.has(code)) return { location };
    const maxAge = rememberedDays * 86_400;
    const remembered = (name: string, value: string) => ({ name, value, httpOnly: false, maxAge });
    // Consoles read the second one; both follow one choice.
    return {
      location,
      cookies: [
        remembered(cookieNames.language, code),
        remembered(cookieNames.consoleLanguage, code.slice(0, 2)),
      ],
    };
  },
};
