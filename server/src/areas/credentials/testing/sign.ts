import { createHash, createHmac } from "node:crypto";

/** An access key as its owner sees it. */
export interface TestKey {
  readonly id: string;
  readonly secret: string;
}

/** What to sign, and what to do differently from how it should be. */
export interface SigningOptions {
  readonly date?: Date;
  /** Names that are signed; by default what has to be. */
  readonly signed?: readonly string[];
  /** More headers, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Signed in a `digest` of its own. */
  readonly body?: string | Buffer;
  readonly algorithm?: string;
}

/** The headers of a signed request. */
export function signedHeaders(
  key: TestKey,
  method: string,
  target: string,
  { date = new Date(), signed, headers: more = {}, body, algorithm = "hmac-sha256" }: SigningOptions = {},
): Record<string, string> {
  const digest = body === undefined ? {} : { digest: digestOf(body) };
  const headers: Record<string, string> = { date: date.toUTCString(), ...digest, ...more };
  const names = signed ?? ["(request-target)", "date", ...Object.keys(digest)];
  const lines = names.map((name) =>
    name === "(request-target)" ? `${name}: ${method.toLowerCase()} ${target}` : `${name}: ${headers[name]}`,
  );
  const signature = createHmac("sha256", key.secret).update(lines.join("\n")).digest("base64");
  return {
    ...headers,
    authorization: `Signature keyId="${key.id}",algorithm="${algorithm}",headers="${names.join(" ")}",signature="${signature}"`,
  };
}

/** The `Digest` header of a body. */
export const digestOf = (body: string | Buffer): string =>
  `SHA-256=${createHash("sha256").update(body).digest("base64")}`;
