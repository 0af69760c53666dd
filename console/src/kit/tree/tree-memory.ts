/** Most items whose state is remembered in one tree; the latest stay. */
const MOST = 200;

const keyOf = (memoryKey: string) => `treeFolds:${memoryKey}`;

/** Which items of a tree were opened (true) or folded (false) by hand, by their ids. */
export function recallFolds(memoryKey: string | undefined): ReadonlyMap<string, boolean> {
  if (memoryKey === undefined) return new Map();
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(memoryKey)) ?? "[]");
    const pairs = Array.isArray(stored) ? stored.filter(isPair) : [];
    return new Map(pairs);
  } catch {
    return new Map();
  }
}

function isPair(value: unknown): value is [string, boolean] {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "boolean";
}

/** Keeps what was opened and folded until the tab of the browser is closed. */
export function rememberFolds(memoryKey: string | undefined, folds: ReadonlyMap<string, boolean>): void {
  if (memoryKey === undefined) return;
  const stored = [...folds].slice(-MOST);
  if (stored.length === 0) sessionStorage.removeItem(keyOf(memoryKey));
  else sessionStorage.setItem(keyOf(memoryKey), JSON.stringify(stored));
}
