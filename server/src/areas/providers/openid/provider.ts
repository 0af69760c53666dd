import { createRemoteJWKSet, customFetch as fetchForKeys, importSPKI, type JWTVerifyGetKey } from "jose";
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  None,
  type ServerMetadata,
} from "openid-client";
import { askProvider } from "../outgoing.ts";
import { ProviderError } from "../provider-error.ts";
import type { OpenIdSettings } from "./openid-settings.ts";

/** Seconds by which the clocks of the provider and of this machine may differ. */
export const clockSkew = 60;

/** Milliseconds for which what was discovered is kept. */
const kept = 600_000;

/** A provider ready to be asked. */
export interface Provider {
  readonly settings: OpenIdSettings;
  readonly configuration: Configuration;
  /** Finds the key a token has to be signed with. */
  readonly key: JWTVerifyGetKey;
}

interface Known {
  readonly of: string;
  readonly at: number;
  readonly provider: Promise<Provider>;
}

/** The provider asked last: there is one at a time, and discovering it costs two requests. */
let known: Known | null = null;

/**
 * The provider of the settings: discovered from its issuer, or as it was entered.
 * @throws ProviderError
 */
export function openProvider(settings: OpenIdSettings): Promise<Provider> {
  const of = JSON.stringify(settings);
  if (known !== null && known.of === of && Date.now() - known.at < kept) return known.provider;
  const provider = open(settings).catch((error: unknown) => {
    known = null;
    throw error;
  });
  known = { of, at: Date.now(), provider };
  return provider;
}

async function open(settings: OpenIdSettings): Promise<Provider> {
  const fetchFor: CustomFetch = (url, { method, headers, body }) =>
    askProvider(
      url,
      {
        method,
        headers: Object.fromEntries(new Headers(headers as Record<string, string>)),
        ...(body === undefined || body === null ? {} : { body: String(body) }),
      },
      settings.verifiesTls,
    );
  const configuration = await configure(settings, fetchFor);
  configuration[customFetch] = fetchFor;
  return { settings, configuration, key: await keyFor(settings, configuration) };
}

async function configure(settings: OpenIdSettings, fetchFor: CustomFetch): Promise<Configuration> {
  const { issuer, endpoints, clientId } = settings;
  const client = { id_token_signed_response_alg: settings.algorithm, [clockTolerance]: clockSkew };
  // An administrator who enters a plain address has been told what that means.
  const isPlain = new URL(issuer).protocol === "http:";
  const execute = isPlain ? [allowInsecureRequests] : [];
  if (endpoints === null) {
    try {
      const options = { [customFetch]: fetchFor, execute };
      return await discovery(new URL(issuer), clientId, client, authentication(settings), options);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      throw new ProviderError("unreachable", `discovery: ${(error as Error).message}`);
    }
  }
  const { authorization, token, jwks, userinfo, endSession } = endpoints;
  if (authorization === "" || token === "") {
    throw new ProviderError("not_set_up", "the authorization or the token endpoint is missing");
  }
  const server: ServerMetadata = {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
    ...(jwks === "" ? {} : { jwks_uri: jwks }),
    ...(userinfo === "" ? {} : { userinfo_endpoint: userinfo }),
    ...(endSession === "" ? {} : { end_session_endpoint: endSession }),
  };
  const configuration = new Configuration(server, clientId, client, authentication(settings));
  for (const change of execute) change(configuration);
  return configuration;
}

function authentication({ clientSecret, clientAuth }: OpenIdSettings): ClientAuth {
  if (clientSecret === "") return None();
  return clientAuth === "client_secret_post"
    ? ClientSecretPost(clientSecret)
    : ClientSecretBasic(clientSecret);
}

/** The key of tokens: what kind it is follows from the algorithm that was set, never from a token. */
async function keyFor(
  { algorithm, clientSecret, signatureKey, verifiesTls }: OpenIdSettings,
  configuration: Configuration,
): Promise<JWTVerifyGetKey> {
  if (algorithm.startsWith("HS")) {
    if (clientSecret === "") throw new ProviderError("not_set_up", `${algorithm} needs the client secret`);
    const secret = new TextEncoder().encode(clientSecret);
    return async () => secret;
  }
  if (signatureKey !== "") {
    const key = await importSPKI(signatureKey, algorithm).catch(() => {
      throw new ProviderError("not_set_up", "the signature key is no public key in PEM");
    });
    return async () => key;
  }
  const { jwks_uri: keys } = configuration.serverMetadata();
  if (keys === undefined) throw new ProviderError("not_set_up", "there is no key set, and no signature key");
  return createRemoteJWKSet(new URL(keys), {
    [fetchForKeys]: (url, { headers }) =>
      askProvider(url, { headers: Object.fromEntries(headers) }, verifiesTls),
  });
}
