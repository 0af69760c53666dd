import type { ReactNode } from "react";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import { StatusMark } from "../../kit/status-mark.tsx";

/** Whether the last test reached it, in the server's words; nothing while that is unknown. */
export function connectivityOf(row: Row): ReactNode {
  const value = plainValue(row.connectivity);
  return value === "ok" || value === "err" ? (
    <StatusMark good={value === "ok"} text={valueText(row.connectivity)} />
  ) : (
    ""
  );
}
