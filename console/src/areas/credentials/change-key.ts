import { api } from "../../kit/api/client.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { ACCESS_KEYS } from "./resources.ts";

/** Changes an access key. */
export async function changeKey(row: Row, change: Readonly<Record<string, unknown>>): Promise<void> {
  await api(`${ACCESS_KEYS.url}${encodeURIComponent(String(row.id))}/`, { method: "PATCH", body: change });
}
