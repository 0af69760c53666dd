import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";

/** How a token is made; what is left out is as an honest provider makes it. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, string>>;
  /** `other`: a key the provider never published. `public`: the public key as a shared secret. `none`: no signature. */
  readonly signedWith?: "own" | "other" | "public" | "none";
  /** Seconds from now. */
  readonly issuedAt?: number;
  readonly expires?: number;
}

/** A provider that speaks the protocol and lies in one point, as a test says. */
export interface ForgingProvider {
  readonly issuer: string;
  /** What the next token request is answered with. */
  forge(forgery: Forgery): void;
  /** A token signed with the published key. */
  sign(claims: Readonly<Record<string, unknown>>, forgery?: Forgery): Promise<string>;
  /** Codes that were redeemed. */
  readonly redeemed: string[];
  close(): Promise<void>;
}

/** Starts it. The nonce of a code is the code itself: who sends somebody back chooses it. */
export async function startForgingProvider(clientId: string): Promise<ForgingProvider> {
  const [own, other] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const redeemed: string[] = [];
  let next: Forgery = {};
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function sign(claims: Readonly<Record<string, unknown>>, forgery: Forgery = {}): Promise<string> {
    const { header = {}, signedWith = "own", issuedAt = 0, expires = 300 } = forgery;
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: issuer,
      aud: clientId,
      iat: now + issuedAt,
      exp: now + expires,
      ...claims,
      ...forgery.claims,
    };
    if (signedWith === "none") {
      const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${encode({ alg: "none", ...header })}.${encode(payload)}.`;
    }
    if (signedWith === "public") {
      const secret = new TextEncoder().encode(await exportSPKI(own.publicKey));
      return new SignJWT(payload).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(secret);
    }
    const { privateKey } = signedWith === "own" ? own : other;
    return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "one", ...header }).sign(privateKey);
  }

  server.on("request", async (request, response) => {
    const answer = (body: object, status = 200): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const { pathname } = new URL(request.url ?? "", issuer);
    if (pathname === "/.well-known/openid-configuration") {
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        authorization_response_iss_parameter_supported: true,
      });
    }
    if (pathname === "/jwks") {
      return answer({
        keys: [{ ...(await exportJWK(own.publicKey)), kid: "one", alg: "RS256", use: "sig" }],
      });
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const code = new URLSearchParams(Buffer.concat(pieces).toString()).get("code") ?? "";
    if (redeemed.includes(code)) return answer({ error: "invalid_grant" }, 400);
    redeemed.push(code);
    const [nonce, username] = code.split(" ");
    const claims = {
      sub: `subject of ${username}`,
      nonce,
      preferred_username: username,
      email: `${username}@forged.test`,
    };
    const forgery = next;
    next = {};
    answer({ access_token: "access", token_type: "Bearer", id_token: await sign(claims, forgery) });
  });

  return {
    issuer,
    forge: (forgery) => {
      next = forgery;
    },
    sign,
    redeemed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
