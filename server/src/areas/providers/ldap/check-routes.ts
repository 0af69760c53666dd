import { permission } from "../../../engine/access/index.ts";
import { BadRequest, type FieldErrors, ValidationError } from "../../../engine/errors.ts";
import {
  caller,
  type RouteAnswer,
  type RouteContext,
  type RouteDeclaration,
} from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import { text as line, parseBody, secret } from "../../../engine/resource/index.ts";
import { limitSignIn } from "../../credentials/index.ts";
import { requireSecretWithAddress, settingFields } from "../../settings/index.ts";
import { checkLogin } from "./check-directory.ts";
import { type CheckState, findCheck, startCheck } from "./directory-checks.ts";
import { type LdapValues, readLdapSettings, savedValues } from "./ldap-settings.ts";
import { text } from "./texts.ts";

/** Who sets up sign-in. */
export const access = permission("settings.change_auth");

/** A sentence alone, as JSON. */
export const sentence = (status: number, said: string): RouteAnswer => ({
  status,
  body: JSON.stringify(said),
  type: "application/json; charset=utf-8",
});

/** What of the settings has to be sent to be tested. */
const needed = [
  "AUTH_LDAP_SERVER_URI",
  "AUTH_LDAP_BIND_DN",
  "AUTH_LDAP_SEARCH_OU",
  "AUTH_LDAP_SEARCH_FILTER",
  "AUTH_LDAP_USER_ATTR_MAP",
];

/** What may be sent beside it; what is left out is as it is saved. */
const optional = [
  "AUTH_LDAP",
  "AUTH_LDAP_BIND_PASSWORD",
  "AUTH_LDAP_START_TLS",
  "AUTH_LDAP_CA_CERTIFICATE",
  "AUTH_LDAP_CONNECT_TIMEOUT",
  "AUTH_LDAP_SEARCH_PAGED_SIZE",
  "AUTH_LDAP_NESTED_GROUPS",
];

/** The fields of a test, from those of the category. */
const checkFields = () =>
  Object.fromEntries(
    Object.entries(settingFields("ldap")).flatMap(([key, field]) => {
      const isNeeded = needed.includes(key);
      if (!isNeeded && !optional.includes(key)) return [];
      return [
        [key, isNeeded ? { ...field, options: { ...field.options, required: true, blank: true } } : field],
      ];
    }),
  );

async function valuesToTest(
  context: RouteContext,
  body: unknown,
): Promise<{ values: LdapValues; isEnabled: boolean }> {
  const sent = isObject(body) ? body : {};
  const fields = Object.entries(checkFields()).filter(
    ([key]) => needed.includes(key) || (Object.hasOwn(sent, key) && sent[key] !== null && sent[key] !== ""),
  );
  const say = (message: Message): string => translate(message, context.language);
  try {
    const given = (await parseBody(caller(context), Object.fromEntries(fields), sent)) as Record<
      string,
      Json
    >;
    const { settings } = context.services;
    const before = await savedValues(settings);
    requireSecretWithAddress(given, before);
    const { AUTH_LDAP: isEnabled = await settings.get<boolean>("AUTH_LDAP"), ...changed } = given;
    return { values: { ...before, ...changed }, isEnabled: isEnabled === true };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // Beside the fields, as every client of the contract looks for it.
    const { field, message } = firstError(error.errors);
    const label = checkFields()[field]?.options.label;
    const told =
      label === undefined
        ? message
        : withParameters(text.wrongField, { field: say(label), problem: say(message) });
    throw new BadRequest("error", told, { error: told });
  }
}

/** The first of the errors, and the field it is of. */
function firstError(errors: FieldErrors, field = ""): { readonly field: string; readonly message: Message } {
  if ("en" in errors) return { field, message: errors as Message };
  const [[name, first] = [field, undefined]] = Object.entries(
    errors as Readonly<Record<string, FieldErrors>>,
  );
  if (first === undefined) return { field, message: text.checkLost };
  return firstError(first, field === "" ? name : field);
}

function answerOf(state: CheckState, context: RouteContext): RouteAnswer {
  if (state.state === "done") return sentence(state.works ? 200 : 400, state.answer);
  if (state.state === "lost") {
    return { body: { status: "error", error: translate(text.checkLost, context.language) } };
  }
  const { startedAt, number } = state;
  return { body: { status: "running", start_time: startedAt.getTime() / 1000, key: number } };
}

/**
 * Tests the settings as they are in the form. The first call starts the test, the same call again asks for what came
 * of it; `refresh=1` starts anew. Contract: docs/contract/settings.md, "LDAP".
 */
export const checkRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/settings/ldap/testing/config/",
  access,
  title: "Ldap Testing Config Api",
  fields: { POST: () => checkFields() },
  handle: async (context, { body }) => {
    const { db, services, query, language } = context;
    const userId = caller(context).principal.id;
    const { values, isEnabled } = await valuesToTest(context, body);
    const known = query.get("refresh") === "1" ? null : await findCheck({ db }, userId);
    if (known !== null) return answerOf(known, context);
    const started = await startCheck(
      { db, secrets: services.secrets },
      { userId, language, values, isEnabled },
    );
    return answerOf(started, context);
  },
};

const loginFields = {
  username: line({ label: text.username, required: true, maxLength: 1024 }),
  password: secret({ label: text.password, required: true, maxLength: 1024 }),
};

/**
 * Finds out whether somebody could sign in by the directory as it is saved, with its own words where not.
 * Contract: docs/contract/settings.md, "LDAP".
 */
export const loginRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/settings/ldap/testing/login/",
  access,
  title: "Ldap Testing Login Api",
  // It waits for somebody else's server.
  transaction: false,
  fields: { POST: loginFields },
  handle: async (context, { body }) => {
    const { username, password } = (await parseBody(caller(context), loginFields, body)) as Record<
      string,
      string
    >;
    limitSignIn(context, username ?? "");
    const settings = await readLdapSettings(context.services);
    const { works, message } = await checkLogin(settings, username ?? "", password ?? "");
    return sentence(works ? 200 : 400, translate(message, context.language));
  },
};
