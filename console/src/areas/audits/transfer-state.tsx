import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { StatusMark } from "../../kit/status-mark.tsx";

const stateOf = (row: Row): unknown => (row.state as { readonly value?: unknown } | null)?.value;

/** How an operation ended, in words and with a dot. */
export function TransferState({ row }: { readonly row: Row }) {
  const state = stateOf(row);
  return <StatusMark good={state === "complete"} calm={state === "running"} text={valueText(row.state)} />;
}
