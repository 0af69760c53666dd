import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** A provider of OpenID Connect from npm, on this machine; anybody who names themselves is signed in. */
export interface OpenIdPeer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The same provider as one of OAuth 2.0 alone: the settings of a client that sends its secret in the body. */
  readonly oauth2: Readonly<Record<string, string>>;
  /** What it says of people, by the name they sign in with. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** Whose accounts are closed: its pages still know them, and no code of theirs is redeemed. */
  readonly closed: Set<string>;
  close(): Promise<void>;
}

/** Starts a provider that knows this product under its redirect address. */
export async function startOpenIdPeer(site: string): Promise<OpenIdPeer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const [clientId, clientSecret] = ["sallyport", "a secret of the client, long enough"];
  const people = new Map<string, Readonly<Record<string, unknown>>>();
  const closed = new Set<string>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${site}/core/auth/openid/callback/`],
        post_logout_redirect_uris: [`${site}/core/auth/login/?admin=1`],
        backchannel_logout_uri: `${site}/api/v1/sallyport/openid/backchannel-logout/`,
        backchannel_logout_session_required: true,
      },
      {
        client_id: "plain",
        client_secret: clientSecret,
        token_endpoint_auth_method: "client_secret_post",
        redirect_uris: [`${site}/core/auth/oauth2/callback/`],
        post_logout_redirect_uris: [`${site}/core/auth/login/?admin=1`],
      },
    ],
    claims: {
      openid: ["sub"],
      profile: ["preferred_username", "name", "groups"],
      email: ["email", "email_verified"],
    },
    conformIdTokenClaims: false,
    features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    findAccount: (_context, id, token) =>
      token !== undefined && closed.has(id)
        ? undefined
        : { accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) },
    pkce: { required: () => true },
    cookies: { keys: ["keys of a test"] },
  });
  const handle = provider.callback();
  server.on("request", (request, response) => void handle(request, response));
  const oauth2 = {
    AUTH_OAUTH2_CLIENT_ID: "plain",
    AUTH_OAUTH2_CLIENT_SECRET: clientSecret,
    AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: `${issuer}/auth`,
    AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${issuer}/token`,
    AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: `${issuer}/me`,
    AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT: `${issuer}/session/end`,
    // Its user info answers to nothing less.
    AUTH_OAUTH2_SCOPE: "openid profile email",
  };
  return { issuer, clientId, clientSecret, oauth2, people, closed, close: () => stop(server) };
}

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/**
 * A browser at the peer: goes where it is sent, signs in as `login` and consents, until it is sent back. Answers the
 * address it was sent back to.
 */
export async function signInAtPeer(address: string, login: string): Promise<string> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let [url, form]: [string, URLSearchParams | null] = [address, null];
  for (let step = 0; step < 12; step += 1) {
    const answer: Response = await fetch(url, {
      redirect: "manual",
      method: form === null ? "GET" : "POST",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === null ? {} : { body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    form = null;
    const location = answer.headers.get("location");
    if (location !== null) {
      const next = new URL(location, url);
      if (next.origin !== origin) return next.href;
      url = next.href;
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (prompt === undefined) throw new Error(`the peer shows: ${page.slice(0, 500)}`);
    form = new URLSearchParams({ prompt, login, password: "any" });
    url = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? "", url).href;
  }
  throw new Error("the peer does not send anybody back");
}
