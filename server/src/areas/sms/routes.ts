import { permission } from "../../engine/access/index.ts";
import { BadRequest, PermissionDenied } from "../../engine/errors.ts";
import { caller, type RouteContext, type RouteDeclaration } from "../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../engine/i18n/index.ts";
import { isObject, type Json } from "../../engine/json.ts";
import { text as line, parseBody } from "../../engine/resource/index.ts";
import { mayChange, requireSecretWithAddress, settingFields } from "../settings/index.ts";
import { SmsLimitReached } from "./limits.ts";
import { sendBy } from "./send-code.ts";
import { smsServices } from "./services/index.ts";
import { SmsError } from "./sms-error.ts";
import type { SmsService, SmsSettings } from "./sms-service.ts";
import { text } from "./texts.ts";

/** The code of a test: somebody who reads it knows that it opens nothing. */
const testCode = "666666";

const refusal = ({ language }: RouteContext, code: string, message: Message): BadRequest =>
  new BadRequest(code, message, { error: translate(message, language) });

type Given = Readonly<Record<string, Json>>;

/** The settings of the service as they were sent; what was left out, and a secret that is empty, are as saved. */
async function readGiven(context: RouteContext, { name }: SmsService, body: unknown): Promise<Given> {
  const all = settingFields(name);
  const sent = isObject(body) ? body : {};
  const isGiven = (key: string): boolean =>
    Object.hasOwn(sent, key) && !(all[key]?.options.writeOnly === true && !sent[key]);
  const keys = Object.keys(all).filter(isGiven);
  const fields = Object.fromEntries(keys.map((key) => [key, all[key] as NonNullable<(typeof all)[string]>]));
  const picked = Object.fromEntries(keys.map((key) => [key, sent[key]]));
  return (await parseBody(caller(context), fields, picked)) as Given;
}

async function settingsToTest(
  context: RouteContext,
  service: SmsService,
  given: Given,
): Promise<SmsSettings> {
  const { settings } = context.services;
  const keys = Object.keys(settingFields(service.name));
  const saved = await Promise.all(keys.map(async (key) => [key, await settings.get<Json>(key)] as const));
  requireSecretWithAddress(given, Object.fromEntries(saved));
  return { get: async <T>(key: string) => (given[key] ?? (await settings.get<T>(key))) as T };
}

/**
 * Sends a code by a service with the settings as they are in the form, at once, and answers what the service said.
 * Contract: docs/contract/settings.md, "Text messages".
 */
const testRoute = (service: SmsService): RouteDeclaration => ({
  methods: ["POST"],
  path: `/api/v1/settings/sms/${service.name}/testing/`,
  access: permission("settings.change_sms"),
  title: "SMS Testing Api",
  // It waits for somebody else's server.
  transaction: false,
  fields: { POST: settingFields(service.name) },
  handle: async (context, { body }) => {
    const { services, language, remoteAddress, permissions } = context;
    // Whoever may not enter where the product connects to does not try it either.
    if (!mayChange(service.name, permissions)) throw new PermissionDenied();
    const given = await readGiven(context, service, body);
    const number = given.SMS_TEST_PHONE;
    if (!isObject(number)) throw refusal(context, "test_phone_required", text.testPhoneMissing);
    const settings = await settingsToTest(context, service, given);
    const phone = `${number.code} ${number.phone}`;
    const toSend = { phone, code: testCode, userId: null, remoteAddress, isProven: true };
    try {
      await sendBy(services, service, settings, toSend);
    } catch (error) {
      if (error instanceof SmsError) throw refusal(context, error.problem, error.told);
      if (error instanceof SmsLimitReached) throw refusal(context, error.code, error.detail);
      throw error;
    }
    const sent = withParameters(text.testSent, { code: testCode, phone });
    return { body: { msg: translate(sent, language) } };
  },
});

const unknownServiceRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/settings/sms/:backend/testing/",
  access: permission("settings.change_sms"),
  title: "SMS Testing Api",
  handle: async (context) => {
    throw refusal(context, "unknown_service", text.unknownService);
  },
};

const listRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/settings/sms/backend/",
  access: permission("settings.view_setting"),
  title: "SMS Backend Api",
  fields: {
    GET: {
      name: line({ label: text.name, readOnly: true }),
      label: line({ label: text.label, readOnly: true }),
    },
  },
  handle: async ({ language }) => ({
    body: smsServices.map(({ name, label }) => ({ name, label: translate(label, language) })),
  }),
};

/** The services that send text messages, and a test of each. */
export const smsRoutes: readonly RouteDeclaration[] = [
  listRoute,
  ...smsServices.map(testRoute),
  unknownServiceRoute,
];
