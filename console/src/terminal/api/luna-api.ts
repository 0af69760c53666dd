import { api } from "../../kit/api/client.ts";
import { asPage } from "../../kit/api/resources.ts";
import type {
  ConnectionToken,
  ConnectionTokenRequest,
  ConnectMethods,
  GrantedAccount,
  GrantedAsset,
  QuickCommand,
  ReplayAnswer,
  TreeItem,
} from "./types.ts";

const GRANTED = "/api/v1/perms/users/self";
const TOKENS = "/api/v1/authentication/connection-token/";
/** More are for the search of the console's page. */
const MOST_QUICK_COMMANDS = 500;
const FAVORITES = "/api/v1/assets/favorite-assets/";

/** One level of the granted tree; no key answers the top (docs/contract/permissions.md). */
export function fetchTreeLevel(
  key: string | undefined,
  rebuild: boolean,
  signal?: AbortSignal,
): Promise<TreeItem[]> {
  return api<TreeItem[]>(`${GRANTED}/nodes/children-with-assets/tree/`, {
    query: { key, rebuild_tree: rebuild ? 1 : undefined },
    ...(signal ? { signal } : {}),
  });
}

/** How the key of a type begins: its category, in capitals. */
const TYPE_KEY = /^ROOT_[A-Z]+_/;

/** One level of the granted assets by type; no key answers the categories and types. */
export function fetchTypeLevel(
  key: string | undefined,
  _rebuild: boolean,
  signal?: AbortSignal,
): Promise<TreeItem[]> {
  return api<TreeItem[]>(`${GRANTED}/nodes/children-with-assets/category/tree/`, {
    // Without the root, which says nothing.
    query: { n: 1, type: key?.replace(TYPE_KEY, "") },
    ...(signal ? { signal } : {}),
  });
}

/** Granted assets that match a text, as a flat list of tree items (at most 999). */
export function searchAssets(text: string, signal?: AbortSignal): Promise<TreeItem[]> {
  return api<TreeItem[]>(`${GRANTED}/assets/tree/`, {
    query: { search: text },
    ...(signal ? { signal } : {}),
  });
}

/** One granted asset with its protocols; undefined when it is not granted (any more). */
export async function fetchGrantedAsset(id: string, signal?: AbortSignal): Promise<GrantedAsset | undefined> {
  const answer = await api(`${GRANTED}/assets/`, { query: { id, limit: 1 }, ...(signal ? { signal } : {}) });
  return asPage<GrantedAsset>(answer).results[0];
}

/** The accounts the person may use on an asset. */
export async function fetchGrantedAccounts(assetId: string, signal?: AbortSignal): Promise<GrantedAccount[]> {
  const answer = await api(
    `${GRANTED}/assets/${encodeURIComponent(assetId)}/accounts/`,
    signal ? { signal } : {},
  );
  return [...asPage<GrantedAccount>(answer).results];
}

/** Connect methods by protocol, as the caller's rules leave them. */
export function fetchConnectMethods(signal?: AbortSignal): Promise<ConnectMethods> {
  return api<ConnectMethods>("/api/v1/terminal/components/connect-methods/", signal ? { signal } : {});
}

/**
 * Asks for a connection token. Refusals are an `ApiError` of status 400 whose `code` says why.
 *
 * @param createTicket where a rule asks for approval, has somebody asked: the token works once they approve
 */
export function createToken(request: ConnectionTokenRequest, createTicket = false): Promise<ConnectionToken> {
  return api<ConnectionToken>(TOKENS, {
    method: "POST",
    body: request,
    ...(createTicket ? { query: { create_ticket: 1 } } : {}),
  });
}

/** Asks for a new token with the contents of an earlier one of one's own. */
export function exchangeToken(id: string): Promise<ConnectionToken> {
  return api<ConnectionToken>(`${TOKENS}exchange/`, { method: "POST", body: { id } });
}

/** Lets a token of one's own be used more than once, or once only; answers the seconds it holds from now on. */
export async function reuseToken(id: string, isReusable: boolean): Promise<number> {
  const path = `${TOKENS}${encodeURIComponent(id)}/`;
  await api(`${path}reuse/`, { method: "PATCH", body: { is_reusable: isReusable } });
  return (await api<ConnectionToken>(path)).expire_time ?? 0;
}

/** Shell commands the person keeps to use again (docs/contract/job-centre.md, "Templates"). */
export async function fetchQuickCommands(signal?: AbortSignal): Promise<QuickCommand[]> {
  const answer = await api("/api/v1/ops/adhocs/", {
    query: { limit: MOST_QUICK_COMMANDS },
    ...(signal ? { signal } : {}),
  });
  return asPage<QuickCommand>(answer).results.filter(({ module }) => module.value === "shell");
}

/** Ids of the person's favourite assets. */
export async function fetchFavorites(signal?: AbortSignal): Promise<string[]> {
  const answer = await api(FAVORITES, signal ? { signal } : {});
  return asPage<{ asset: string }>(answer).results.map((row) => row.asset);
}

/** Adds an asset to the favourites, or takes it out. */
export async function setFavorite(assetId: string, favorite: boolean): Promise<void> {
  if (favorite) await api(FAVORITES, { method: "POST", body: { asset: assetId } });
  else await api(FAVORITES, { method: "DELETE", query: { asset: assetId } });
}

/** Asks where the recording of a session is; the first answers may say that it is being looked up. */
export function fetchReplay(sessionId: string, signal?: AbortSignal): Promise<ReplayAnswer> {
  return api<ReplayAnswer>(
    `/api/v1/terminal/sessions/${encodeURIComponent(sessionId)}/replay/`,
    signal ? { signal } : {},
  );
}

/** Reads what is known about a session. */
export function fetchSession(
  sessionId: string,
  signal?: AbortSignal,
): Promise<{ is_finished?: boolean; has_replay?: boolean }> {
  return api(`/api/v1/terminal/sessions/${encodeURIComponent(sessionId)}/`, signal ? { signal } : {});
}
