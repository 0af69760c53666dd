import { FieldError } from "../../../engine/errors.ts";
import { literal } from "../../../engine/i18n/index.ts";
import { isObject, type Json } from "../../../engine/json.ts";
import { boolean, choice, integer, text as line, map, phone, secret, url } from "../setting-kinds.ts";
import { smsText as text } from "../sms-texts.ts";

/** A host name or an address, and nothing around it. */
function host(value: string): string {
  if (value !== "" && !/^[a-z\d]([a-z\d.:_-]*[a-z\d])?$/i.test(value)) throw new FieldError([text.notHost]);
  return value;
}

/** The account of an SP: six characters, as the protocol has room for. */
function spId(value: string): string {
  if (!/^[\x21-\x7e]{6}$/.test(value)) throw new FieldError([text.notSpId]);
  return value;
}

/** The text of a message; the code stands where `{code}` does. */
function template(value: string): string {
  if (!value.includes("{code}")) throw new FieldError([text.templateWithoutCode]);
  return value;
}

const numberPlaces = ["{phone_numbers}", "{national_number}"];

/** Parameters of a service of the operator's own: the number and the code have to be somewhere in their values. */
function parameters(value: Json): Json {
  const values = isObject(value) ? Object.values(value) : [];
  if (!values.every((one) => typeof one === "string")) throw new FieldError([text.paramsNotTexts]);
  const all = values.join("\n");
  if (!numberPlaces.some((place) => all.includes(place))) throw new FieldError([text.paramsWithoutPhone]);
  if (!all.includes("{code}")) throw new FieldError([text.paramsWithoutCode]);
  return value;
}

const daily = (fallback: number, label: "limitNumber" | "limitUser" | "limitAddress" | "limitTotal") =>
  integer(fallback, { label: text[label], minimum: 1, maximum: 1_000_000 });

/** Category `sms`: whether text messages are sent, by which service, and how many. */
export const smsSettings = {
  SMS_ENABLED: boolean(false, { label: text.on, help: text.onHelp }),
  SMS_BACKEND: choice("alibaba", {
    label: text.backend,
    choices: [
      { value: "alibaba", label: text.alibaba },
      { value: "tencent", label: text.tencent },
      { value: "huawei", label: text.huawei },
      { value: "cmpp2", label: text.cmpp2 },
      { value: "custom", label: text.custom },
    ],
  }),
  SMS_LIMIT_NUMBER: daily(10, "limitNumber"),
  SMS_LIMIT_USER: daily(10, "limitUser"),
  SMS_LIMIT_ADDRESS: daily(50, "limitAddress"),
  SMS_LIMIT_TOTAL: daily(1_000, "limitTotal"),
};

const short = { maxLength: 256 } as const;
const needed = { required: true, ...short } as const;

const sign = () => line("", { label: text.sign, help: text.signHelp, ...needed });
const templateCode = () => line("", { label: text.template, help: text.templateHelp, ...needed });

const alibaba = {
  ALIBABA_ACCESS_KEY_ID: line("", { label: text.accessKeyId, ...needed }),
  ALIBABA_ACCESS_KEY_SECRET: secret({ label: text.accessKeySecret, ...short }),
  ALIBABA_SMS_ENDPOINT: url("https://dysmsapi.aliyuncs.com", {
    label: text.endpoint,
    help: text.alibabaEndpointHelp,
    maxLength: 1024,
    blank: false,
  }),
  ALIBABA_VERIFY_SIGN_NAME: sign(),
  ALIBABA_VERIFY_TEMPLATE_CODE: templateCode(),
};

const tencent = {
  TENCENT_SECRET_ID: line("", { label: text.secretId, ...needed }),
  TENCENT_SECRET_KEY: secret({ label: text.secretKey, ...short }),
  TENCENT_SDKAPPID: line("", { label: text.sdkAppId, ...needed }),
  TENCENT_SMS_ENDPOINT: url("https://sms.tencentcloudapi.com", {
    label: text.endpoint,
    help: text.tencentEndpointHelp,
    maxLength: 1024,
    blank: false,
  }),
  TENCENT_SMS_REGION: line("ap-guangzhou", { label: text.region, maxLength: 64, blank: false }),
  TENCENT_VERIFY_SIGN_NAME: sign(),
  TENCENT_VERIFY_TEMPLATE_CODE: templateCode(),
};

const huawei = {
  HUAWEI_APP_KEY: line("", { label: text.appKey, ...needed }),
  HUAWEI_APP_SECRET: secret({ label: text.appSecret, ...short }),
  HUAWEI_SMS_ENDPOINT: url("", {
    label: text.endpoint,
    help: text.huaweiEndpointHelp,
    required: true,
    maxLength: 1024,
  }),
  HUAWEI_SIGN_CHANNEL_NUM: line("", { label: text.channel, required: true, maxLength: 1024 }),
  HUAWEI_VERIFY_SIGN_NAME: sign(),
  HUAWEI_VERIFY_TEMPLATE_CODE: templateCode(),
};

const cmpp2 = {
  CMPP2_HOST: line("", { label: text.host, help: text.hostHelp, check: host, ...needed }),
  CMPP2_PORT: integer(7890, { label: text.port, minimum: 1, maximum: 65_535 }),
  CMPP2_SP_ID: line("", {
    label: text.spId,
    help: text.spIdHelp,
    required: true,
    maxLength: 128,
    check: spId,
  }),
  CMPP2_SP_SECRET: secret({ label: text.spSecret, ...short }),
  CMPP2_SRC_ID: line("", { label: text.srcId, help: text.srcIdHelp, maxLength: 21 }),
  CMPP2_SERVICE_ID: line("", { label: text.serviceId, required: true, maxLength: 10 }),
  CMPP2_VERIFY_SIGN_NAME: sign(),
  CMPP2_VERIFY_TEMPLATE_CODE: line("{code}", {
    label: text.messageText,
    help: text.messageTextHelp,
    required: true,
    maxLength: 69,
    check: template,
  }),
};

const custom = {
  CUSTOM_SMS_URL: url("", { label: text.url, help: text.urlHelp, required: true, maxLength: 2048 }),
  CUSTOM_SMS_API_PARAMS: map(
    { phone_numbers: "{phone_numbers}", code: "{code}" },
    { label: text.params, help: text.paramsHelp, check: parameters },
  ),
  CUSTOM_SMS_REQUEST_METHOD: choice("get", {
    label: text.method,
    help: text.methodHelp,
    choices: [
      { value: "get", label: literal("GET") },
      { value: "post", label: literal("POST") },
    ],
  }),
};

/** Whom a test message goes to: one number for all services. */
const test = { SMS_TEST_PHONE: phone({ label: text.testPhone, help: text.testPhoneHelp }) };

/** What each service is called and signed with, and where its messages come from. */
export const smsServiceSettings = { ...alibaba, ...tencent, ...huawei, ...cmpp2, ...custom, ...test };

/** The categories of the services. Contract: docs/contract/settings.md, "Text messages". */
export const smsCategories = {
  alibaba: { ...alibaba, ...test },
  tencent: { ...tencent, ...test },
  huawei: { ...huawei, ...test },
  cmpp2: { ...cmpp2, ...test },
  custom: { ...custom, ...test },
};
