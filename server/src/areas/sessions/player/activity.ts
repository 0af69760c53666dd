import { durationOf, type ReplayIndex } from "../../../transport/replay-index/index.ts";

/** Stretches of a recording that the activity strip tells apart. */
const stretches = 480;

/** How many characters were shown in each of equal stretches of a recording. */
export function activityOf(index: ReplayIndex): number[] {
  const shown = new Array<number>(stretches).fill(0);
  const length = Math.max(durationOf(index) / 1_000_000, 1);
  for (const { activity } of index.parts) {
    for (const [second, characters] of activity) {
      const stretch = Math.min(stretches - 1, Math.floor((second / length) * stretches));
      shown[stretch] = (shown[stretch] ?? 0) + characters;
    }
  }
  return shown;
}
