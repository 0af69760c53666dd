import { anonymous, beforeTerms } from "../../engine/access/index.ts";
import type { Area } from "../../engine/area.ts";
import { staticImage } from "../../engine/http/index.ts";
import { imageAnswer, isOwnImage } from "./interface/images.ts";
import { interfaceRoutes } from "./interface/interface-routes.ts";
import { openFields, publicFields, serverInfoFields } from "./public-fields.ts";
import { openSettings, publicSettings, readAppearance, serverInfo } from "./public-settings.ts";
import { settingRoute } from "./setting-route.ts";
import { settingContext } from "./stored-settings.ts";

export { mayChange, settingCategories, settingFields } from "./categories.ts";
export { clientsToldTo } from "./not-available.ts";
export { type Appearance, publicSettings, readAppearance } from "./public-settings.ts";
export type { AfterSettingsSave } from "./save-settings.ts";
export { requireSecretWithAddress } from "./setting-rules.ts";
export { createSettingsPort } from "./settings-port.ts";
export { removeStoredSetting, storedListHas, storedSettingKeys } from "./stored-settings.ts";

/** Settings of the installation, and what of them is public. Contract: docs/contract/settings.md. */
export const settingsArea: Area = {
  name: "settings",
  sealed: [{ table: "settings", column: "sealed", key: ["key"], context: (key = "") => settingContext(key) }],
  routes: [
    settingRoute,
    ...interfaceRoutes,
    {
      methods: ["GET"],
      path: "/api/v1/settings/public/open/",
      access: anonymous("the sign-in page shows the installation's name and logos"),
      title: "Open Public Setting Api",
      fields: { GET: openFields },
      handle: async ({ services }) => ({ body: await openSettings(services.settings) }),
    },
    {
      methods: ["GET"],
      path: "/api/v1/settings/public/",
      access: beforeTerms("tells how pages look and what they offer, no data"),
      connectionToken: true,
      title: "Public Setting Api",
      fields: { GET: publicFields },
      handle: async ({ services }) => ({
        body: {
          ...(await publicSettings(services.settings, new Date())),
          FILE_IMPORT_LIMIT_MB: services.config.importLimit,
        },
      }),
    },
    {
      methods: ["GET"],
      path: "/api/v1/settings/server-info/",
      access: beforeTerms("tells the time and version of the server, no data"),
      connectionToken: true,
      title: "Server Info Api",
      fields: { GET: serverInfoFields },
      handle: async (context) => ({ body: serverInfo(context) }),
    },
    {
      methods: ["GET"],
      path: "/api/v1/settings/logo/",
      access: anonymous("components show the installation's logo before anyone signs in"),
      title: "Settings Logo Api",
      produces: "image/*",
      handle: async ({ db, services, query }) => {
        const look = await readAppearance(services.settings);
        const logo = (query.get("size") ?? "small") === "small" ? look.logo_logout : look.logo_index;
        return isOwnImage(logo) ? imageAnswer(db, logo) : staticImage(logo);
      },
    },
  ],
};
