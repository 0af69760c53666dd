import { signedIn } from "../access/rules.ts";
import type { Resource } from "../resource/resource.ts";
import type { RouteDeclaration } from "./routes.ts";

/**
 * `/api/v1/{app}/`: the addresses of an app's resources by their names.
 * Contract: docs/contract/conventions.md, "Addresses".
 */
export function apiRoots(resources: readonly Resource[]): RouteDeclaration[] {
  const apps = new Map<string, string[]>();
  for (const { declaration } of resources) {
    const [app = "", name, ...deeper] = declaration.path.split("/");
    if (name === undefined || deeper.length > 0) continue;
    apps.set(app, [...(apps.get(app) ?? []), name]);
  }
  return [...apps].map(([app, names]) => ({
    methods: ["GET"],
    path: `/api/v1/${app}/`,
    access: signedIn("names of resources, which the metadata tells as well"),
    title: "Api Root",
    handle: async ({ services }) => ({
      body: Object.fromEntries(
        names.map((name) => [name, `${services.config.siteUrl}/api/v1/${app}/${name}/`]),
      ),
    }),
  }));
}
