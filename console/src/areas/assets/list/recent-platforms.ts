const KEY = "RecentPlatforms";
const LIMIT = 8;

/** Ids of the platforms used last on this browser, newest first. */
export function recentPlatforms(storage: Storage = localStorage): number[] {
  try {
    const parsed: unknown = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(parsed)
      ? parsed.filter((id): id is number => typeof id === "number").slice(0, LIMIT)
      : [];
  } catch {
    return [];
  }
}

/** Puts a platform at the head of the recent ones. */
export function rememberPlatform(id: number, storage: Storage = localStorage): void {
  const next = [id, ...recentPlatforms(storage).filter((other) => other !== id)].slice(0, LIMIT);
  storage.setItem(KEY, JSON.stringify(next));
}
