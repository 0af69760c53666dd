import { literal } from "../../../engine/i18n/index.ts";
import { casText as text } from "../cas-texts.ts";
import { boolean, choice, text as line, url } from "../setting-kinds.ts";
import { attributeMap, linkSettings } from "./source-settings.ts";

const long = { maxLength: 1024 } as const;

/** Category `cas`: the server people sign in by with CAS. */
export const casSettings = {
  AUTH_CAS: boolean(false, { label: text.on, help: text.onHelp }),
  CAS_SERVER_URL: url("", { label: text.server, help: text.serverHelp, nullable: true, ...long }),
  CAS_ROOT_PROXIED_AS: url("", { label: text.proxied, help: text.proxiedHelp, nullable: true, ...long }),
  CAS_LOGOUT_COMPLETELY: boolean(true, { label: text.endSessions, help: text.endSessionsHelp }),
  CAS_VERSION: choice(3, {
    label: text.version,
    choices: [1, 2, 3].map((value) => ({ value, label: literal(`CAS ${value}.0`) })),
  }),
  CAS_USERNAME_ATTRIBUTE: line("uid", { label: text.username, help: text.usernameHelp, ...long }),
  CAS_APPLY_ATTRIBUTES_TO_USER: boolean(false, { label: text.apply, help: text.applyHelp }),
  CAS_RENAME_ATTRIBUTES: attributeMap({ uid: "username" }, { renames: true }),
  CAS_CREATE_USER: boolean(true, { label: text.create, help: text.createHelp }),
  ...linkSettings("CAS"),
};
