import { randomInt, randomUUID } from "node:crypto";
import type { Principal } from "../../../engine/access/index.ts";
import type { SealedColumn } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import { shorten } from "../shorten.ts";
import type { ConnectionRequest, GrantedConnection } from "./checks.ts";

/** What a sealed value of a token is bound to. */
export const valueContext = (tokenId: string): string => `connection_tokens.value:${tokenId}`;

/** What a typed secret kept with a token is bound to. */
export const inputSecretContext = (tokenId: string): string => `connection_tokens.input_secret:${tokenId}`;

/** What connection tokens keep sealed: their value, and a secret somebody typed. */
export const tokenSecretColumns: readonly SealedColumn[] = [
  { table: "connection_tokens", column: "value_sealed", key: ["id"], context: (id = "") => valueContext(id) },
  {
    table: "connection_tokens",
    column: "input_secret_sealed",
    key: ["id"],
    context: (id = "") => inputSecretContext(id),
  },
];

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** The password of a token: 16 letters and digits, 95 bits. */
export function makeTokenValue(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** When a token made now ends. */
export async function tokenExpiry(services: Pick<Services, "settings">, reusable: boolean): Promise<Date> {
  const seconds = await services.settings.get<number>(
    reusable ? "CONNECTION_TOKEN_REUSABLE_EXPIRATION" : "CONNECTION_TOKEN_ONETIME_EXPIRATION",
  );
  return new Date(Date.now() + seconds * 1000);
}

/** What a person typed for the connection; secrets in plain text. */
export interface TypedCredentials {
  readonly username: string;
  readonly secret: string;
}

/** A token about to be made. */
export interface TokenDraft {
  readonly id?: string;
  readonly requested: ConnectionRequest;
  readonly granted: GrantedConnection;
  readonly typed: TypedCredentials;
  readonly connectOptions: unknown;
  readonly isReusable: boolean;
  /** Where it is asked for from. */
  readonly remoteAddress: string;
}

/** The columns of a new token. A typed user name or secret is kept only where the account lacks its own. */
export async function tokenColumns(
  services: Pick<Services, "secrets" | "settings">,
  principal: Principal,
  { requested, granted, typed, connectOptions, isReusable, remoteAddress, ...draft }: TokenDraft,
): Promise<Record<string, unknown> & { readonly id: string }> {
  const id = draft.id ?? randomUUID();
  const { asset, account } = granted;
  return {
    id,
    org_id: asset.org_id,
    user_id: principal.id,
    asset_id: asset.id,
    account: requested.account,
    input_username: account.virtual === "@INPUT" ? typed.username : "",
    input_secret_sealed:
      (account.hasSecret && !account.isCertificateOnly) || typed.secret === ""
        ? null
        : services.secrets.seal(typed.secret, inputSecretContext(id)),
    value_sealed: services.secrets.seal(makeTokenValue(), valueContext(id)),
    protocol: requested.protocol,
    connect_method: requested.connectMethod,
    connect_options: JSON.stringify(connectOptions ?? {}),
    is_reusable: isReusable,
    user_display: shorten(`${principal.name}(${principal.username})`),
    asset_display: shorten(`${asset.name}(${asset.address})`),
    remote_addr: remoteAddress,
    date_expired: await tokenExpiry(services, isReusable),
  };
}
