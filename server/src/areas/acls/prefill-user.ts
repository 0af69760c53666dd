import type { RequestContext } from "../../engine/access/index.ts";
import { isUuid } from "../../engine/resource/index.ts";

/** A rule made from the page of a user (`?user=<id>`) is about that user unless it says whom it is about. */
export function prefillUser({
  context,
  before,
  input,
}: {
  readonly context: Pick<RequestContext, "query">;
  readonly before: unknown;
  readonly input: Readonly<Record<string, unknown>>;
}): Record<string, unknown> {
  const user = context.query.get("user") ?? "";
  if (before !== null || input.users !== undefined || !isUuid(user)) return { ...input };
  return { ...input, users: { type: "ids", ids: [user] } };
}
