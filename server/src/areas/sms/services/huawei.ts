import { createHash, randomBytes } from "node:crypto";
import { isObject } from "../../../engine/json.ts";
import { SmsError } from "../sms-error.ts";
import { type SmsService, worldwide } from "../sms-service.ts";
import { text } from "../texts.ts";
import { askService } from "./ask-service.ts";
import { readJson, reasonOf } from "./json-answer.ts";

const path = "/sms/batchSendSms/v1";
const accepted = "000000";

/** A WSSE `UsernameToken`: a digest over a nonce, the time and the secret. Huawei encodes the digest's hex digits. */
function usernameToken(key: string, secret: string): string {
  const created = new Date().toISOString().replace(/\.\d+Z$/, "Z");
  const nonce = randomBytes(16).toString("hex");
  const hex = createHash("sha256").update(`${nonce}${created}${secret}`).digest("hex");
  const digest = Buffer.from(hex).toString("base64");
  return `UsernameToken Username="${key}",PasswordDigest="${digest}",Nonce="${nonce}",Created="${created}"`;
}

/** The address a message goes to: what the console of the cloud shows is without the path. */
function addressOf(endpoint: string): string {
  const base = endpoint.replace(/\/+$/, "");
  return base.endsWith(path) ? base : `${base}${path}`;
}

/** Huawei Cloud, `batchSendSms` v1. */
export const huaweiService: SmsService = {
  name: "huawei",
  label: text.huawei,
  needed: [
    "HUAWEI_APP_KEY",
    "HUAWEI_APP_SECRET",
    "HUAWEI_SMS_ENDPOINT",
    "HUAWEI_SIGN_CHANNEL_NUM",
    "HUAWEI_VERIFY_SIGN_NAME",
    "HUAWEI_VERIFY_TEMPLATE_CODE",
  ],
  async send({ phone, code }, settings, reach) {
    const [key, secret, endpoint, from, signature, templateId] = await Promise.all(
      this.needed.map((name) => settings.get<string>(name)),
    );
    const body = new URLSearchParams({
      from: from ?? "",
      to: worldwide(phone),
      templateId: templateId ?? "",
      templateParas: JSON.stringify([code]),
      statusCallback: "",
      signature: signature ?? "",
    }).toString();
    const headers = {
      authorization: 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"',
      "content-type": "application/x-www-form-urlencoded",
      "x-wsse": usernameToken(key ?? "", secret ?? ""),
    };
    const request = { method: "POST", headers, body };
    const answer = readJson(await askService(addressOf(endpoint ?? ""), request, reach));
    const [first] = Array.isArray(answer.result) ? answer.result : [];
    const status = isObject(first) ? first.status : accepted;
    if (answer.code !== accepted || status !== accepted) {
      const failed = answer.code === accepted ? status : answer.code;
      throw new SmsError("refused", reasonOf(failed, answer.description));
    }
  },
};
