import { FieldError } from "../../../engine/errors.ts";
import { text, url } from "../setting-kinds.ts";
import { text as texts } from "../texts.ts";

/** Where people reach the installation: an origin, because everything it serves has a path of its own. */
function originOnly(value: string): string {
  const { origin, pathname, search, hash } = URL.canParse(value) ? new URL(value) : new URL("x:y");
  if (pathname !== "/" || search !== "" || hash !== "") throw new FieldError([texts.siteUrlPath]);
  return origin;
}

/** Country calling codes are one to three digits and never begin with 0. */
function callingCode(value: string): string {
  const code = `+${value.replace(/^\+/, "")}`;
  if (!/^\+[1-9]\d{0,2}$/.test(code)) throw new FieldError([texts.notCallingCode]);
  return code;
}

/** Category `basic`: the installation and its links. */
export const basicSettings = {
  SITE_URL: url("", {
    label: texts.siteUrl,
    help: texts.siteUrlHelp,
    required: true,
    check: originOnly,
  }),
  PHONE_DEFAULT_COUNTRY_CODE: text("+86", {
    label: texts.phoneCode,
    help: texts.phoneCodeHelp,
    blank: false,
    maxLength: 4,
    check: callingCode,
  }),
  USER_GUIDE_URL: url("", { label: texts.userGuideUrl, help: texts.userGuideUrlHelp, nullable: true }),
  GLOBAL_ORG_DISPLAY_NAME: text("", {
    label: texts.globalOrganizationName,
    help: texts.globalOrganizationNameHelp,
    maxLength: 1024,
    nullable: true,
  }),
  HELP_DOCUMENT_URL: url("", { label: texts.helpDocumentUrl, help: texts.helpLinkHelp, nullable: true }),
  HELP_SUPPORT_URL: url("", { label: texts.helpSupportUrl, help: texts.helpLinkHelp, nullable: true }),
};
