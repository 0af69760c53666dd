import type { RequestContext } from "../access/context.ts";
import { signedIn } from "../access/rules.ts";
import type { RouteDeclaration } from "../http/routes.ts";
import type { Language } from "../i18n/messages.ts";
import { renderApiPage } from "./docs-page.ts";
import { type Declarations, type OpenApiDocument, openApiDocument } from "./document.ts";

const access = signedIn("describes the API and holds no data of it");

/** Milliseconds for which a document made for somebody serves others. */
const cacheMilliseconds = 60_000;

/** A description as it is kept for a while. */
interface CachedDocument {
  readonly document: OpenApiDocument;
  readonly madeAt: number;
  /** The same as YAML, written at the first request: it takes most of a second. */
  yaml(): Promise<string>;
}

/** The API's own description: two files for programs, two addresses of one page for people. */
export function openApiRoutes(
  declared: Omit<Declarations, "routes">,
  routes: Declarations["routes"],
): RouteDeclaration[] {
  const own: RouteDeclaration[] = [];
  const get = (path: string, title: string, produces: string, handle: RouteDeclaration["handle"]): void => {
    own.push({ methods: ["GET"], path, access, title, produces, handle });
  };
  const kept = new Map<Language, CachedDocument>();
  // Everybody who is signed in may ask, and only the language (and, rarely, a license) makes a difference.
  const cachedFor = (context: RequestContext): CachedDocument => {
    const known = kept.get(context.language);
    if (known !== undefined && Date.now() - known.madeAt < cacheMilliseconds) return known;
    const document = openApiDocument({ ...declared, routes: [...routes, ...own] }, context);
    let yaml: Promise<string> | null = null;
    // Few ask for it: what writes it is not loaded at the start.
    const writeYaml = async () => (await import("./yaml.ts")).toYaml(document);
    const made = { document, madeAt: Date.now(), yaml: () => (yaml ??= writeYaml()) };
    kept.set(context.language, made);
    return made;
  };
  const documentFor = (context: RequestContext): OpenApiDocument => cachedFor(context).document;
  get("/api/swagger.json", "Api Document", "application/json", async (context) => ({
    body: documentFor(context),
  }));
  get("/api/swagger.yaml", "Api Document", "application/yaml", async (context) => ({
    body: await cachedFor(context).yaml(),
    type: "application/yaml; charset=utf-8",
  }));
  for (const name of ["docs", "redoc"]) {
    get(`/api/${name}/`, "Api Page", "text/html", async (context) => ({
      body: renderApiPage(documentFor(context), context.query.get("app"), context.language),
    }));
  }
  return own;
}
