/** Longest pause played while pauses are shortened, in seconds. */
export const IDLE_LIMIT = 2;
/** How far the arrow keys go, in seconds. */
export const STEP = 5;

/** Speeds offered, slowest first. */
export const SPEEDS: readonly number[] = [0.5, 1, 1.5, 2, 3, 4, 6, 8];

const STORAGE_KEY = "sallyport_replay_speed";

/** The next speed up (`1`) or down (`-1`); stays where there is none. */
export function stepSpeed(speed: number, direction: 1 | -1): number {
  const candidates = SPEEDS.filter((entry) => (direction > 0 ? entry > speed : entry < speed));
  return (direction > 0 ? candidates[0] : candidates.at(-1)) ?? speed;
}

/** The speed chosen last on this browser; 1 at first. */
export function storedSpeed(): number {
  const stored = Number(localStorage.getItem(STORAGE_KEY));
  return SPEEDS.includes(stored) ? stored : 1;
}

/** Remembers a speed on this browser. */
export function storeSpeed(speed: number): void {
  localStorage.setItem(STORAGE_KEY, String(speed));
}
