import { createHmac, randomUUID } from "node:crypto";
import { SmsError } from "../sms-error.ts";
import { domestic, type SmsService } from "../sms-service.ts";
import { text } from "../texts.ts";
import { askService } from "./ask-service.ts";
import { readJson, reasonOf } from "./json-answer.ts";

/** Percent-encoding of RFC 3986: more than `encodeURIComponent` does. */
const encode = (value: string): string =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Signs a request as Alibaba Cloud's RPC style asks for it: HMAC-SHA1 over the ordered parameters. */
function signedForm(parameters: Readonly<Record<string, string>>, secret: string): string {
  const canonical = Object.keys(parameters)
    .sort()
    .map((name) => `${encode(name)}=${encode(parameters[name] ?? "")}`)
    .join("&");
  const signature = createHmac("sha1", `${secret}&`)
    .update(`POST&${encode("/")}&${encode(canonical)}`)
    .digest("base64");
  return `Signature=${encode(signature)}&${canonical}`;
}

/** Alibaba Cloud, `SendSms` of 2017-05-25. */
export const alibabaService: SmsService = {
  name: "alibaba",
  label: text.alibaba,
  needed: [
    "ALIBABA_ACCESS_KEY_ID",
    "ALIBABA_ACCESS_KEY_SECRET",
    "ALIBABA_VERIFY_SIGN_NAME",
    "ALIBABA_VERIFY_TEMPLATE_CODE",
  ],
  async send({ phone, code }, settings, reach) {
    const body = signedForm(
      {
        AccessKeyId: await settings.get<string>("ALIBABA_ACCESS_KEY_ID"),
        Action: "SendSms",
        Format: "JSON",
        PhoneNumbers: domestic(phone),
        SignName: await settings.get<string>("ALIBABA_VERIFY_SIGN_NAME"),
        SignatureMethod: "HMAC-SHA1",
        SignatureNonce: randomUUID(),
        SignatureVersion: "1.0",
        TemplateCode: await settings.get<string>("ALIBABA_VERIFY_TEMPLATE_CODE"),
        TemplateParam: JSON.stringify({ code }),
        Timestamp: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
        Version: "2017-05-25",
      },
      await settings.get<string>("ALIBABA_ACCESS_KEY_SECRET"),
    );
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const endpoint = await settings.get<string>("ALIBABA_SMS_ENDPOINT");
    const answer = readJson(
      await askService(new URL("/", endpoint), { method: "POST", headers, body }, reach),
    );
    if (answer.Code !== "OK") {
      throw new SmsError("refused", reasonOf(answer.Code, answer.Message));
    }
  },
};
