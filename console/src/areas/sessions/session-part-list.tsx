import { type ComponentProps, useMemo } from "react";
import { ResourceList } from "../../kit/list/resource-list.tsx";

const NO_ACTIONS: readonly [] = [];

/** Milliseconds between silent refreshes while a session continues. */
const REFRESH = 10_000;

/** A list that only tells: what belongs to one session. */
export function SessionPartList({
  sessionId,
  isLive,
  ...list
}: {
  readonly sessionId: string;
  /** Whether more may come. */
  readonly isLive: boolean;
} & Pick<
  ComponentProps<typeof ResourceList>,
  "resource" | "label" | "columns" | "defaultOrder" | "filters" | "toolbar" | "emptyHint"
>) {
  const query = useMemo(() => ({ session: sessionId }), [sessionId]);
  return (
    <ResourceList
      {...list}
      query={query}
      inAddress={false}
      create={null}
      bulk={{ delete: false }}
      rows={{ builtIns: NO_ACTIONS }}
      {...(isLive ? { refreshEvery: REFRESH } : {})}
    />
  );
}
