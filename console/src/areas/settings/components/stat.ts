import { isRecord } from "../../../kit/api/api-error.ts";

const LEVELS = ["normal", "high", "critical", "offline"] as const;

/** How busy a component is (docs/contract/components.md, section 1). */
export type Level = (typeof LEVELS)[number];

/** The level that the API tells as a choice; undefined where it is none we know. */
export function levelOf(load: unknown): Level | undefined {
  const value = isRecord(load) ? load.value : load;
  return LEVELS.find((level) => level === value);
}

/** What a component last said of itself, in short: processors, memory, disk. Empty while it is silent. */
export function figuresText(stat: unknown): string {
  if (!isRecord(stat)) return "";
  const figure = (name: string): number => Math.round(Number(stat[name] ?? 0) * 10) / 10;
  return `${figure("cpu_load")} / ${figure("memory_used")} % / ${figure("disk_used")} %`;
}
