import { type CallerContext, type RequestContext, signedIn } from "../../engine/access/index.ts";
import { PermissionDenied } from "../../engine/errors.ts";
import { caller, type RouteDeclaration, type RouteFields } from "../../engine/http/index.ts";
import type { Json } from "../../engine/json.ts";
import { findCategory, mayUse, type SettingCategory } from "./categories.ts";
import { largestImage } from "./interface/images.ts";
import { readable, saveSettings } from "./save-settings.ts";

function categoryOf(context: RequestContext, use: "read" | "change"): SettingCategory {
  const category = findCategory(context.query.get("category"));
  if (!mayUse(category, context.permissions, use)) throw new PermissionDenied();
  return category;
}

async function read(context: CallerContext): Promise<Record<string, Json>> {
  const category = categoryOf(context, "read");
  const { settings } = context.services;
  const values = Object.keys(category.fields).map(
    async (key) => [key, await settings.get<Json>(key)] as const,
  );
  return readable(category, Object.fromEntries(await Promise.all(values)));
}

const fieldsFor =
  (use: "read" | "change"): RouteFields =>
  ({ query, permissions }) => {
    const category = findCategory(query.get("category"));
    return mayUse(category, permissions, use) ? category.fields : undefined;
  };

/**
 * `settings/setting/?category=`: reads, describes and saves the settings of one category.
 * Contract: docs/contract/settings.md.
 */
export const settingRoute: RouteDeclaration = {
  methods: ["GET", "PUT", "PATCH"],
  path: "/api/v1/settings/setting/",
  access: signedIn("each category asks for its own permission"),
  title: "Settings Api",
  fields: { GET: fieldsFor("read"), PUT: fieldsFor("change"), PATCH: fieldsFor("change") },
  // Some settings are pictures.
  multipart: true,
  bodyLimit: largestImage + 65_536,
  handle: async (context, { method, body }) => {
    const known = caller(context);
    if (method !== "PUT" && method !== "PATCH") return { body: await read(known) };
    const category = categoryOf(known, "change");
    return { body: await saveSettings(known, category, body, method === "PUT" ? "update" : "partial") };
  },
};
