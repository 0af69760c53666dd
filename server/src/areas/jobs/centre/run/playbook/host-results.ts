import type { Message } from "../../../../../engine/i18n/index.ts";
import { isObject } from "../../../../../engine/json.ts";

/** What Ansible tells of a run, line by line. */
export type RunReport =
  | { readonly kind: "play"; readonly name: string }
  | { readonly kind: "task"; readonly name: string }
  | {
      readonly kind: "host";
      readonly host: string;
      readonly state: string;
      readonly task: string;
      readonly text: string;
    }
  | { readonly kind: "stats"; readonly hosts: Readonly<Record<string, HostCounts>> };

/** Tasks of a host, by how they ended. */
export interface HostCounts {
  readonly failures: number;
  readonly unreachable: number;
}

/** What became of a run, for each of its hosts. */
export interface PlaybookOutcome {
  /** Whether Ansible came to its end. */
  readonly hasStats: boolean;
  readonly counts: Extract<RunReport, { kind: "stats" }>["hosts"];
  /** Why it did not. */
  readonly failure: Message;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Reads a report; null: it is none. The sandbox can write anything, so nothing is believed but its shape. */
export function readRunReport(line: string): RunReport | null {
  let told: unknown;
  try {
    told = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(told)) return null;
  const { kind } = told;
  if (kind === "play" || kind === "task") return { kind, name: textOf(told.name) };
  if (kind === "host") {
    const { host, state, task, text } = told;
    return { kind, host: textOf(host), state: textOf(state), task: textOf(task), text: textOf(text) };
  }
  if (kind !== "stats" || !isObject(told.hosts)) return null;
  const counts = Object.entries(told.hosts).map(([host, about]) => {
    const { failures, unreachable } = isObject(about) ? about : {};
    return [host, { failures: Number(failures) || 0, unreachable: Number(unreachable) || 0 }] as const;
  });
  return { kind, hosts: Object.fromEntries(counts) };
}
