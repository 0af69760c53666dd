/** An asset this person connected to from this browser. */
export interface RecentAsset {
  id: string;
  name: string;
  address: string;
}

/** How many recent assets are kept for each person and organization. */
export const RECENT_LIMIT = 12;

/** Puts an asset first in the list of recent ones, once, and drops what exceeds the limit. */
export function withRecentAsset(list: readonly RecentAsset[], asset: RecentAsset): RecentAsset[] {
  return [asset, ...list.filter((entry) => entry.id !== asset.id)].slice(0, RECENT_LIMIT);
}

/** Reads a stored list; anything that is not one is an empty list. */
export function parseRecentAssets(text: string | null): RecentAsset[] {
  if (!text) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [];
    return value
      .filter(
        (entry): entry is RecentAsset => typeof entry?.id === "string" && typeof entry?.name === "string",
      )
      .map(({ id, name, address }) => ({ id, name, address: typeof address === "string" ? address : "" }))
      .slice(0, RECENT_LIMIT);
  } catch {
    return [];
  }
}

/** The storage key: another person on the same browser, or another organization, sees their own list. */
function storageKey(userId: string, organizationId: string): string {
  return `sallyport_recent_${userId}_${organizationId}`;
}

/** Reads this person's recent assets in an organization, newest first. */
export function readRecentAssets(userId: string, organizationId: string): RecentAsset[] {
  return parseRecentAssets(localStorage.getItem(storageKey(userId, organizationId)));
}

/** Notes that this person connected to an asset; returns the new list. */
export function noteRecentAsset(userId: string, organizationId: string, asset: RecentAsset): RecentAsset[] {
  const list = withRecentAsset(readRecentAssets(userId, organizationId), asset);
  localStorage.setItem(storageKey(userId, organizationId), JSON.stringify(list));
  return list;
}
