import { anonymous } from "../../engine/access/index.ts";
import { type RouteDeclaration, staticImage } from "../../engine/http/index.ts";
import { readAppearance } from "../settings/index.ts";

/** Files that browsers and crawlers ask for by themselves. */
export const wellKnownFileRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/favicon.ico",
    access: anonymous("browsers ask for it without being told to"),
    produces: "image/*",
    handle: async ({ services }) => staticImage((await readAppearance(services.settings)).favicon),
  },
  {
    methods: ["GET"],
    path: "/robots.txt",
    access: anonymous("tells crawlers that nothing here is for them"),
    produces: "text/plain",
    handle: async () => ({ body: "User-agent: *\nDisallow: /\n", type: "text/plain; charset=utf-8" }),
  },
];
