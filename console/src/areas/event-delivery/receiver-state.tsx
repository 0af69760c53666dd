import { isRecord } from "../../kit/api/api-error.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { StatusMark } from "../../kit/status-mark.tsx";

/** How a receiver is doing, in a word. */
export function ReceiverState({ row }: { readonly row: Row }) {
  const value = isRecord(row.state) ? row.state.value : row.state;
  return (
    <StatusMark
      good={value === "fine" || value === "behind"}
      calm={value === "off"}
      text={valueText(row.state)}
    />
  );
}
