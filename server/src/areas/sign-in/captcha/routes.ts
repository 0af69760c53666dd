import { anonymous } from "../../../engine/access/index.ts";
import type { RouteDeclaration } from "../../../engine/http/index.ts";
import { newCaptcha, questionOf } from "./captcha.ts";
import { drawPuzzle } from "./draw.ts";
import { encodePng } from "./png.ts";

/** Picture of a puzzle, and a new puzzle. Contract: docs/contract/identity.md, "Puzzle". */
export const captchaRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/core/auth/captcha/image/:key/",
    access: anonymous("part of pages that are shown before anyone signs in"),
    handle: async ({ services }, { params }) => {
      const key = params.key ?? "";
      const question = questionOf(services, key);
      if (question === null) return { status: 404, body: "", type: "image/png" };
      return { body: encodePng(drawPuzzle(question, key)), type: "image/png" };
    },
  },
  {
    methods: ["GET"],
    path: "/core/auth/captcha/refresh/",
    access: anonymous("part of pages that are shown before anyone signs in"),
    handle: async ({ services }) => {
      const { key, imageUrl } = newCaptcha(services);
      return { body: { key, image_url: imageUrl } };
    },
  },
];
