import { signedIn } from "../access/rules.ts";
import type { RouteDeclaration } from "../http/routes.ts";
import { renderApiPage } from "./docs-page.ts";
import { type Declarations, openApiDocument } from "./document.ts";
import { toYaml } from "./yaml.ts";

const access = signedIn("describes the API and holds no data of it");

/** The API's own description: two files for programs, two addresses of one page for people. */
export function openApiRoutes(
  declared: Omit<Declarations, "routes">,
  routes: Declarations["routes"],
): RouteDeclaration[] {
  const own: RouteDeclaration[] = [];
  const get = (path: string, title: string, produces: string, handle: RouteDeclaration["handle"]): void => {
    own.push({ methods: ["GET"], path, access, title, produces, handle });
  };
  const all = (): Declarations => ({ ...declared, routes: [...routes, ...own] });
  get("/api/swagger.json", "Api Document", "application/json", async (context) => ({
    body: openApiDocument(all(), context),
  }));
  get("/api/swagger.yaml", "Api Document", "application/yaml", async (context) => ({
    body: toYaml(openApiDocument(all(), context)),
    type: "application/yaml; charset=utf-8",
  }));
  for (const name of ["docs", "redoc"]) {
    get(`/api/${name}/`, "Api Page", "text/html", async (context) => ({
      body: renderApiPage(openApiDocument(all(), context), context.query.get("app"), context.language),
    }));
  }
  return own;
}
