import { sql } from "kysely";
import { anonymous, type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import { oneLine } from "../../../engine/names.ts";
import { choice, text as line, parseBody } from "../../../engine/resource/index.ts";
import { type Appearance, readAppearance } from "../public-settings.ts";
import { storeSetting } from "../save-settings.ts";
import { readStoredSettings, removeStoredSetting } from "../stored-settings.ts";
import { text as settingsText } from "../texts.ts";
import {
  type ImageName,
  imageAnswer,
  imageField,
  imageNames,
  largestImage,
  type NewImage,
  removeImages,
  saveImage,
} from "./images.ts";
import { interfaceText as text } from "./texts.ts";
import { themeChoices, themeInfo, themeList } from "./themes.ts";

const change = permission("settings.change_interface");
const setting = "INTERFACE";

const fields = {
  login_title: line({
    label: text.loginTitle,
    help: text.loginTitleHelp,
    required: true,
    maxLength: 64,
    check: oneLine,
  }),
  theme: choice({ label: text.theme, required: true, choices: themeChoices }),
  logo_index: imageField({ label: text.logoIndex, help: text.logoIndexHelp }),
  logo_logout: imageField({ label: text.logoLogout, help: text.logoLogoutHelp }),
  favicon: imageField({ label: text.favicon, help: text.faviconHelp }),
  login_image: imageField({ label: text.loginImage, help: text.loginImageHelp }),
};

/** The part of the look that is changed here, in the order of the contract. */
const shown = ({ login_title, theme, logo_index, logo_logout, favicon, login_image }: Appearance) => ({
  login_title,
  theme,
  logo_index,
  logo_logout,
  favicon,
  login_image,
});

async function save(context: CallerContext, body: unknown): Promise<Json> {
  const { db, services } = context;
  if (!(await services.settings.get<boolean>("XPACK_LICENSE_IS_VALID"))) {
    throw new BadRequest("license_required", text.needsLicense);
  }
  const given = await parseBody(context, fields, body);
  // One writer at a time: what is not given stays as it is now.
  await sql`lock table settings in share row exclusive mode`.execute(db);
  const stored = (await readStoredSettings(db, services.secrets)).values.get(setting);
  const theme = String(given.theme);
  const look: Record<string, Json> = {
    ...(isObject(stored) ? (stored as Record<string, Json>) : {}),
    login_title: String(given.login_title),
    theme,
    theme_info: themeInfo(theme),
  };
  for (const name of imageNames) {
    const chosen = given[name] as NewImage | undefined;
    if (chosen !== undefined) look[name] = await saveImage(db, name satisfies ImageName, chosen);
  }
  await storeSetting(context, db, setting, look);
  await record(context);
  return { ...shown(await readAppearance({ get: async <T>() => look as T })) };
}

/** Which picture was shown before says nothing; that somebody changed the look does. */
const record = (context: CallerContext): Promise<void> =>
  recordOperation(context, {
    action: "update",
    type: settingsText.settings,
    name: translate(text.look, "en"),
    id: "interface",
  });

async function restore(context: CallerContext): Promise<Json> {
  await removeImages(context.db, imageNames);
  await removeStoredSetting(context.db, setting);
  await record(context);
  return { success: translate(text.restored, context.language) };
}

const path = "/api/v1/xpack/interface/setting/";

/** How the installation looks. Contract: docs/contract/settings.md, "Interface". */
export const interfaceRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET", "PUT"],
    path,
    access: change,
    title: "Interface",
    fields: { GET: fields, PUT: fields },
    multipart: true,
    // The pictures, and the form around them.
    bodyLimit: imageNames.length * largestImage + 65_536,
    handle: async (context, { method, body }) => ({
      body:
        method === "PUT"
          ? await save(caller(context), body)
          : shown(await readAppearance(context.services.settings)),
    }),
  },
  {
    methods: ["PUT"],
    path: `${path}restore/`,
    access: change,
    title: "Restore Interface",
    fields: { PUT: {} },
    handle: async (context) => ({ body: await restore(caller(context)) }),
  },
  {
    methods: ["GET"],
    path: `${path}themes/`,
    access: change,
    title: "Themes",
    handle: async () => ({ body: themeList }),
  },
  {
    methods: ["GET"],
    path: "/media/xpack/interface/:file",
    access: anonymous("the sign-in page shows the installation's logos"),
    produces: "image/*",
    handle: async ({ db }, { target }) => imageAnswer(db, target.split("?")[0] ?? ""),
  },
];
