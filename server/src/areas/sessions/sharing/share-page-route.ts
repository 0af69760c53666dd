import { anonymous } from "../../../engine/access/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import type { RouteDeclaration } from "../../../engine/http/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { text } from "./texts.ts";

/** What a link of the contract opens: the page of the terminals, which asks for a sign-in and the code. */
export const sharePageRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/koko/share/:id/",
  access: anonymous("leads to the page, which asks for a sign-in, whether there is such a link or not"),
  handle: async (_context, { params }) => {
    const { id = "" } = params;
    if (!isUuid(id)) throw new NotFound(text.sharing);
    return { location: `/luna/share/${id.toLowerCase()}` };
  },
};
