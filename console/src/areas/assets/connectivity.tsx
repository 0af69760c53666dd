import type { ReactNode } from "react";
import { api } from "../../kit/api/client.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import type { ActionOutcome } from "../../kit/task-outcome.ts";

/** Whether the last test reached it, in the server's words; nothing while that is unknown. */
export function connectivityOf(row: Row): ReactNode {
  const value = plainValue(row.connectivity);
  return value === "ok" || value === "err" ? (
    <StatusMark good={value === "ok"} text={valueText(row.connectivity)} />
  ) : (
    ""
  );
}

/** Whether a test reached what is at an address of the API, an asset or an account, in the server's words. */
export async function readConnectivity(url: string): Promise<Pick<ActionOutcome, "good" | "text">> {
  const { connectivity } = await api<Row>(url);
  const value = plainValue(connectivity);
  return { good: value === "ok" ? true : value === "err" ? false : undefined, text: valueText(connectivity) };
}
