import { ApiError } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { fetchPage } from "../../kit/api/resources.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import type { FoundObject } from "./palette-kinds.ts";
import { kindOf } from "./palette-sources.ts";

/** Address of the search over everything (docs/contract/conventions.md, "Search over everything"). */
export const SEARCH_URL = "/api/v1/sallyport/search/";

const SESSIONS = "terminal/sessions";
const MY_ASSETS = "perms/users/self/assets";

/** Most objects of each list. */
const MOST = 6;

/** Objects of one list, as the search answers them. */
export interface FoundGroup {
  readonly resource: string;
  readonly results: readonly Pick<FoundObject, "id" | "title" | "subtitle" | "facts">[];
  /** Whether there are more of them than these. */
  readonly more: boolean;
  /** The list took too long and was left out. */
  readonly incomplete: boolean;
}

/** What was found. */
export interface Found {
  readonly objects: readonly FoundObject[];
  readonly incomplete: boolean;
}

/** One object for each that is in several lists, at its first place; lists no area knows are left out. */
export function mergeFound(groups: readonly FoundGroup[]): FoundObject[] {
  const objects = new Map<string, FoundObject>();
  for (const { resource, results } of groups) {
    const kind = kindOf(resource);
    if (kind === undefined) continue;
    for (const { id, title, subtitle, facts } of results) {
      const before = objects.get(`${kind} ${id}`);
      objects.set(`${kind} ${id}`, {
        kind,
        id,
        title,
        subtitle,
        facts: { ...facts, ...before?.facts },
        lists: [...(before?.lists ?? []), resource],
      });
    }
  }
  return [...objects.values()];
}

/** Looks through everything the person may see. A server without this search has their own assets looked through. */
export async function find(search: string, signal: AbortSignal): Promise<Found> {
  let groups: readonly FoundGroup[];
  try {
    const query = { search, limit: MOST };
    ({ groups } = await api<{ readonly groups: readonly FoundGroup[] }>(SEARCH_URL, { query, signal }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    groups = [await findMyAssets(search, signal)];
  }
  return { objects: mergeFound(groups), incomplete: groups.some(({ incomplete }) => incomplete) };
}

interface AssetRow {
  readonly id: string;
  readonly name: string;
  readonly address?: string;
  readonly is_active?: boolean;
}

async function findMyAssets(search: string, signal: AbortSignal): Promise<FoundGroup> {
  const page = await fetchPage<AssetRow>(`/api/v1/${MY_ASSETS}/`, { search, limit: MOST }, signal);
  const results = page.results.map(({ id, name, address = "", is_active }) => ({
    id,
    title: name,
    subtitle: address,
    facts: { is_active },
  }));
  return { resource: MY_ASSETS, results, more: page.count > MOST, incomplete: false };
}

/** Looks for sessions that run, or for recorded ones; the latest first. */
export async function findSessions(search: string, running: boolean, signal: AbortSignal): Promise<Found> {
  const query = { search, is_finished: running ? 0 : 1, order: "-date_start", limit: 2 * MOST };
  const page = await fetchPage(`/api/v1/${SESSIONS}/`, query, signal);
  const results = page.results.map((row) => ({
    id: String(row.id),
    title: valueText(row.user),
    subtitle: [row.asset, row.account, row.protocol, row.remote_addr]
      .map(valueText)
      .filter(Boolean)
      .join(" · "),
    facts: row,
  }));
  return {
    objects: mergeFound([{ resource: SESSIONS, results, more: false, incomplete: false }]),
    incomplete: false,
  };
}
