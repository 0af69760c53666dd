// Signs a request with an access key: node sign-request.mjs METHOD URL [JSON]
// The key comes from SALLYPORT_KEY_ID and SALLYPORT_KEY_SECRET.
import { createHash, createHmac } from "node:crypto";

const [method = "GET", address = "", body] = process.argv.slice(2);
const { SALLYPORT_KEY_ID: keyId, SALLYPORT_KEY_SECRET: secret = "" } = process.env;
const url = new URL(address);

const headers = { date: new Date().toUTCString(), accept: "application/json" };
if (body !== undefined) {
  headers["content-type"] = "application/json";
  headers.digest = `SHA-256=${createHash("sha256").update(body).digest("base64")}`;
}

const signed = ["(request-target)", "date", ...(body === undefined ? [] : ["digest"])];
const text = signed
  .map((name) =>
    name === "(request-target)"
      ? `${name}: ${method.toLowerCase()} ${url.pathname}${url.search}`
      : `${name}: ${headers[name]}`,
  )
  .join("\n");
const signature = createHmac("sha256", secret).update(text).digest("base64");
headers.authorization = `Signature keyId="${keyId}",algorithm="hmac-sha256",headers="${signed.join(" ")}",signature="${signature}"`;

const answer = await fetch(url, { method, headers, body });
process.stdout.write(`${await answer.text()}\n`);
process.exitCode = answer.ok ? 0 : 1;
