import { TableSkeleton } from "../kit/list/list-states.tsx";

/** Stands where a page will be while its code is on the way. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton" aria-busy="true">
      <span />
      <TableSkeleton />
    </div>
  );
}
