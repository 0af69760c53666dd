import type { RequestContext } from "../../access/context.ts";
import { ApiError } from "../../errors.ts";
import { text } from "../../i18n/texts.ts";
import type { Row } from "../field-kinds/field.ts";

/**
 * Refuses (409 `object_changed`) to change a locked row that somebody else changed after the instant the client named
 * in `If-Unmodified-Since`. Objects without `date_updated`, and clients that name no instant, pass. HTTP dates have
 * whole seconds, so what was written later within the same second passes too, unless the table keeps its stamps
 * whole seconds apart. Contract: docs/contract/conventions.md, "Concurrent changes".
 */
export function requireUnmodified({ unmodifiedSince }: RequestContext, row: Row): void {
  const { date_updated: updated } = row;
  if (unmodifiedSince === undefined || !(updated instanceof Date)) return;
  if (Math.floor(updated.getTime() / 1000) > Math.floor(unmodifiedSince.getTime() / 1000)) {
    throw new ApiError(409, "object_changed", text.objectChanged);
  }
}
