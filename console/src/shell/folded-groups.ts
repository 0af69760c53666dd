const KEY = "foldedMenuGroups";

/** The groups of the menu folded on this browser; at first none, so that every screen is in sight. */
export function foldedGroups(): ReadonlySet<string> {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(list) ? list.map(String) : []);
  } catch {
    return new Set();
  }
}

/** Folds a group that is open, or opens one that is folded, and remembers it. */
export function toggleGroup(groups: ReadonlySet<string>, group: string): ReadonlySet<string> {
  const next = new Set(groups);
  if (!next.delete(group)) next.add(group);
  localStorage.setItem(KEY, JSON.stringify([...next]));
  return next;
}
