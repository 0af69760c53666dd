import type { Json } from "../../../engine/json.ts";
import { SmsError } from "../sms-error.ts";
import { type SmsService, worldwide } from "../sms-service.ts";
import { text } from "../texts.ts";
import { askService } from "./ask-service.ts";

/** Most characters of an answer that are repeated to an administrator. */
const longestWords = 200;

/** A service of the operator's own: a request whose parameters hold the number and the code. */
export const customService: SmsService = {
  name: "custom",
  label: text.custom,
  needed: ["CUSTOM_SMS_URL"],
  async send({ phone, code }, settings, reach) {
    const url = new URL(await settings.get<string>("CUSTOM_SMS_URL"));
    const given = await settings.get<{ readonly [name: string]: Json }>("CUSTOM_SMS_API_PARAMS");
    const places: Readonly<Record<string, string>> = {
      "{phone_numbers}": worldwide(phone),
      "{national_number}": phone.national,
      "{code}": code,
    };
    const parameters = Object.entries(given).map(
      ([name, value]) =>
        [name, String(value).replace(/\{\w+\}/g, (place) => places[place] ?? place)] as const,
    );
    const isPost = (await settings.get<string>("CUSTOM_SMS_REQUEST_METHOD")) === "post";
    if (!isPost) for (const [name, value] of parameters) url.searchParams.append(name, value);
    const { status, body } = await askService(
      url,
      isPost
        ? {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(Object.fromEntries(parameters)),
          }
        : {},
      reach,
    );
    if (status < 200 || status > 299) {
      const words = body.replaceAll(code, "******").trim().slice(0, longestWords);
      throw new SmsError("refused", words === "" ? `HTTP ${status}` : `HTTP ${status}: ${words}`);
    }
  },
};
