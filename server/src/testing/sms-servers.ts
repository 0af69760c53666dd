import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as a service took it. */
export interface TakenSms {
  readonly phone: string;
  readonly code: string;
  readonly sign: string;
  readonly template: string;
}

/** What a request is answered with. */
interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How the servers treat every request; `honest` is how their protocol says. */
export type Temper = "honest" | "slow" | "redirecting" | "refusing" | "garbage";

/** A server on a port of its own that speaks the published protocols of the services, and checks their signatures. */
export interface SmsServer {
  readonly address: string;
  readonly taken: TakenSms[];
  temper: Temper;
  close(): Promise<void>;
}

/** The key of every service here. */
export const serviceKey = { id: "LTAI-test", secret: "a-secret-of-the-service" } as const;

const encode = (value: string): string =>
  encodeURIComponent(value)
    .replaceAll("!", "%21")
    .replaceAll("'", "%27")
    .replaceAll("(", "%28")
    .replaceAll(")", "%29")
    .replaceAll("*", "%2A");

function alibaba(body: string, take: (sms: TakenSms) => void): Answer {
  const form = new URLSearchParams(body);
  const signature = form.get("Signature");
  form.delete("Signature");
  const names = [...form.keys()].sort();
  const query = names.map((name) => `${encode(name)}=${encode(form.get(name) ?? "")}`).join("&");
  const expected = createHmac("sha1", `${serviceKey.secret}&`)
    .update(`POST&%2F&${encode(query)}`)
    .digest("base64");
  const isStale = Math.abs(Date.parse(form.get("Timestamp") ?? "") - Date.now()) > 900_000;
  if (form.get("AccessKeyId") !== serviceKey.id) {
    return {
      status: 404,
      body: { Code: "InvalidAccessKeyId.NotFound", Message: "Specified access key is not found." },
    };
  }
  if (signature !== expected || isStale || form.get("SignatureMethod") !== "HMAC-SHA1") {
    return { status: 400, body: { Code: "SignatureDoesNotMatch", Message: "The signature is not right." } };
  }
  if (form.get("Action") !== "SendSms" || form.get("Version") !== "2017-05-25") {
    return { status: 400, body: { Code: "InvalidAction.NotFound", Message: "No such action." } };
  }
  take({
    phone: form.get("PhoneNumbers") ?? "",
    code: JSON.parse(form.get("TemplateParam") ?? "{}").code,
    sign: form.get("SignName") ?? "",
    template: form.get("TemplateCode") ?? "",
  });
  return { body: { Code: "OK", Message: "OK", RequestId: "r", BizId: "b" } };
}

function tencent({ headers }: IncomingMessage, body: string, take: (sms: TakenSms) => void): Answer {
  const fail = (Code: string): Answer => ({ body: { Response: { Error: { Code, Message: "No." } } } });
  const seconds = String(headers["x-tc-timestamp"]);
  const day = new Date(Number(seconds) * 1_000).toISOString().slice(0, 10);
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  const canonical = `POST\n/\n\ncontent-type:${headers["content-type"]}\nhost:${headers.host}\n\ncontent-type;host\n${hash(body)}`;
  const toSign = `TC3-HMAC-SHA256\n${seconds}\n${day}/sms/tc3_request\n${hash(canonical)}`;
  const chain = [day, "sms", "tc3_request", toSign];
  const signature = chain.reduce<Buffer>(
    (key, text) => createHmac("sha256", key).update(text).digest(),
    Buffer.from(`TC3${serviceKey.secret}`),
  );
  const expected = `TC3-HMAC-SHA256 Credential=${serviceKey.id}/${day}/sms/tc3_request, SignedHeaders=content-type;host, Signature=${signature.toString("hex")}`;
  if (headers.authorization !== expected) return fail("AuthFailure.SignatureFailure");
  if (Math.abs(Number(seconds) * 1_000 - Date.now()) > 300_000) return fail("AuthFailure.SignatureExpire");
  if (headers["x-tc-action"] !== "SendSms" || headers["x-tc-version"] !== "2021-01-11")
    return fail("InvalidAction");
  const {
    PhoneNumberSet: phones,
    SignName: sign,
    TemplateId: template,
    TemplateParamSet: codes,
  } = JSON.parse(body);
  take({ phone: phones[0], code: codes[0], sign, template });
  return { body: { Response: { SendStatusSet: [{ Code: "Ok", Message: "send success" }], RequestId: "r" } } };
}

function huawei({ headers }: IncomingMessage, body: string, take: (sms: TakenSms) => void): Answer {
  const token = String(headers["x-wsse"]);
  const part = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(token)?.[1] ?? "";
  const hex = createHash("sha256")
    .update(part("Nonce") + part("Created") + serviceKey.secret)
    .digest("hex");
  const isRight = part("PasswordDigest") === Buffer.from(hex, "ascii").toString("base64");
  if (headers.authorization !== 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"' || !isRight) {
    return { status: 401, body: { code: "E000103", description: "The app key or digest is wrong." } };
  }
  const form = new URLSearchParams(body);
  take({
    phone: form.get("to") ?? "",
    code: JSON.parse(form.get("templateParas") ?? "[]")[0],
    sign: form.get("signature") ?? "",
    template: form.get("templateId") ?? "",
  });
  return { body: { code: "000000", description: "Success", result: [{ status: "000000" }] } };
}

function custom({ method }: IncomingMessage, url: URL, body: string, take: (sms: TakenSms) => void): Answer {
  const given = method === "POST" ? JSON.parse(body) : Object.fromEntries(url.searchParams);
  if (given.key !== undefined && given.key !== serviceKey.secret)
    return { status: 403, body: `wrong key ${given.code}` };
  take({ phone: given.phone_numbers, code: given.code, sign: method ?? "", template: "" });
  return { body: "" };
}

/** Starts the server. */
export async function startSmsServer(): Promise<SmsServer> {
  const taken: TakenSms[] = [];
  const take = (sms: TakenSms): void => {
    taken.push(sms);
  };
  const answerTo = (request: IncomingMessage, url: URL, body: string): Answer => {
    if (sms.temper === "redirecting") return { status: 302, headers: { location: `${sms.address}/custom` } };
    if (sms.temper === "refusing") return { status: 503, body: "away" };
    if (sms.temper === "garbage") return { body: "<html>internal-secret</html>" };
    if (url.pathname === "/sms/batchSendSms/v1") return huawei(request, body, take);
    if (url.pathname.startsWith("/custom")) return custom(request, url, body, take);
    return request.headers["x-tc-action"] === undefined ? alibaba(body, take) : tencent(request, body, take);
  };
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      if (sms.temper === "slow") return;
      const url = new URL(request.url ?? "/", sms.address);
      const { status = 200, body, headers = {} } = answerTo(request, url, Buffer.concat(pieces).toString());
      response.writeHead(status, headers);
      response.end(typeof body === "string" ? body : JSON.stringify(body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sms: SmsServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    temper: "honest",
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return sms;
}

/** Settings by which codes go to the server as a service of the operator's own. */
export const smsServerSettings = ({ address }: SmsServer) => ({
  SMS_ENABLED: true,
  SMS_BACKEND: "custom",
  CUSTOM_SMS_URL: `${address}/custom`,
});
