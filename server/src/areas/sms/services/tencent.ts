import { createHash, createHmac } from "node:crypto";
import { isObject, type Json } from "../../../engine/json.ts";
import { SmsError } from "../sms-error.ts";
import { type SmsService, worldwide } from "../sms-service.ts";
import { text } from "../texts.ts";
import { askService } from "./ask-service.ts";
import { readJson, reasonOf } from "./json-answer.ts";

const contentType = "application/json; charset=utf-8";

const hashOf = (value: string): string => createHash("sha256").update(value).digest("hex");
const hmac = (key: string | Buffer, value: string): Buffer =>
  createHmac("sha256", key).update(value).digest();

/** The `Authorization` of TC3-HMAC-SHA256: the secret key signs the day, the service and the request. */
function authorization(
  { host, body, seconds }: { readonly host: string; readonly body: string; readonly seconds: number },
  { id, key }: { readonly id: string; readonly key: string },
): string {
  const signed = "content-type;host";
  const canonical = [
    "POST",
    "/",
    "",
    `content-type:${contentType}\nhost:${host}\n`,
    signed,
    hashOf(body),
  ].join("\n");
  const day = new Date(seconds * 1_000).toISOString().slice(0, 10);
  const scope = `${day}/sms/tc3_request`;
  const toSign = ["TC3-HMAC-SHA256", String(seconds), scope, hashOf(canonical)].join("\n");
  const signingKey = hmac(hmac(hmac(`TC3${key}`, day), "sms"), "tc3_request");
  const signature = hmac(signingKey, toSign).toString("hex");
  return `TC3-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}

/** What the answer complains about; null when the message is on its way. */
function complaint(answer: Json | undefined): string | null {
  if (!isObject(answer)) return reasonOf(undefined, undefined);
  const { Error: error, SendStatusSet: statuses } = answer;
  const [first] = Array.isArray(statuses) ? statuses : [];
  const told = isObject(error) ? error : first;
  if (!isObject(told)) return reasonOf(undefined, undefined);
  return told === first && told.Code === "Ok" ? null : reasonOf(told.Code, told.Message);
}

/** Tencent Cloud, `SendSms` of 2021-01-11. */
export const tencentService: SmsService = {
  name: "tencent",
  label: text.tencent,
  needed: [
    "TENCENT_SECRET_ID",
    "TENCENT_SECRET_KEY",
    "TENCENT_SDKAPPID",
    "TENCENT_VERIFY_SIGN_NAME",
    "TENCENT_VERIFY_TEMPLATE_CODE",
  ],
  async send({ phone, code }, settings, reach) {
    const url = new URL("/", await settings.get<string>("TENCENT_SMS_ENDPOINT"));
    const seconds = Math.floor(Date.now() / 1_000);
    const body = JSON.stringify({
      PhoneNumberSet: [worldwide(phone)],
      SmsSdkAppId: await settings.get<string>("TENCENT_SDKAPPID"),
      SignName: await settings.get<string>("TENCENT_VERIFY_SIGN_NAME"),
      TemplateId: await settings.get<string>("TENCENT_VERIFY_TEMPLATE_CODE"),
      TemplateParamSet: [code],
    });
    const credentials = {
      id: await settings.get<string>("TENCENT_SECRET_ID"),
      key: await settings.get<string>("TENCENT_SECRET_KEY"),
    };
    const headers = {
      authorization: authorization({ host: url.host, body, seconds }, credentials),
      "content-type": contentType,
      "x-tc-action": "SendSms",
      "x-tc-region": await settings.get<string>("TENCENT_SMS_REGION"),
      "x-tc-timestamp": String(seconds),
      "x-tc-version": "2021-01-11",
    };
    const answer = readJson(await askService(url, { method: "POST", headers, body }, reach));
    const said = complaint(answer.Response);
    if (said !== null) throw new SmsError("refused", said);
  },
};
