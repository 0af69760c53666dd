import type { RequestContext } from "../access/context.ts";
import { signedIn } from "../access/rules.ts";
import type { RouteDeclaration } from "../http/routes.ts";
import type { Language } from "../i18n/messages.ts";
import { renderApiPage } from "./docs-page.ts";
import { type Declarations, type OpenApiDocument, openApiDocument } from "./document.ts";
import { toYaml } from "./yaml.ts";

const access = signedIn("describes the API and holds no data of it");

/** Milliseconds for which a document made for somebody serves others. */
const keptMilliseconds = 60_000;

/** The API's own description: two files for programs, two addresses of one page for people. */
export function openApiRoutes(
  declared: Omit<Declarations, "routes">,
  routes: Declarations["routes"],
): RouteDeclaration[] {
  const own: RouteDeclaration[] = [];
  const get = (path: string, title: string, produces: string, handle: RouteDeclaration["handle"]): void => {
    own.push({ methods: ["GET"], path, access, title, produces, handle });
  };
  const kept = new Map<Language, { readonly document: OpenApiDocument; readonly madeAt: number }>();
  // Everybody who is signed in may ask, and only the language (and, rarely, a license) makes a difference.
  const documentFor = (context: RequestContext): OpenApiDocument => {
    const known = kept.get(context.language);
    if (known !== undefined && Date.now() - known.madeAt < keptMilliseconds) return known.document;
    const document = openApiDocument({ ...declared, routes: [...routes, ...own] }, context);
    kept.set(context.language, { document, madeAt: Date.now() });
    return document;
  };
  get("/api/swagger.json", "Api Document", "application/json", async (context) => ({
    body: documentFor(context),
  }));
  get("/api/swagger.yaml", "Api Document", "application/yaml", async (context) => ({
    body: toYaml(documentFor(context)),
    type: "application/yaml; charset=utf-8",
  }));
  for (const name of ["docs", "redoc"]) {
    get(`/api/${name}/`, "Api Page", "text/html", async (context) => ({
      body: renderApiPage(documentFor(context), context.query.get("app"), context.language),
    }));
  }
  return own;
}
