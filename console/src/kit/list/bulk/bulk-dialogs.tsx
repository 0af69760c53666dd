import { lazy, Suspense } from "react";
import { useList } from "../list-context.ts";
import type { BulkPlan, DeletionReview } from "../list-props.ts";
import type { BulkDialog } from "./use-bulk-actions.ts";

const BulkDeleteDialog = lazy(() => import("./bulk-delete-dialog.tsx"));
const BulkUpdateDialog = lazy(() => import("./bulk-update-dialog.tsx"));

interface BulkDialogsProps {
  readonly open: BulkDialog | undefined;
  readonly plan: BulkPlan;
  readonly deletion: DeletionReview | undefined;
  readonly onClose: () => void;
}

/** The dialogs about the selected rows; each is loaded when it is first opened. */
export function BulkDialogs({ open, plan, deletion, onClose }: BulkDialogsProps) {
  const list = useList();
  const { selection, metadata } = list;
  return (
    <Suspense fallback={null}>
      {open === "delete" ? (
        <BulkDeleteDialog
          rows={selection.rows}
          label={list.label}
          url={list.url}
          objectUrl={list.resource.url}
          each={plan.delete === "each"}
          Note={deletion?.Note}
          onDeleted={(left) => {
            void list.reload();
            // Now, not once the rows are there: by then the person may have selected others.
            selection.replace(left);
          }}
          onClose={onClose}
        />
      ) : null}
      {open === "update" && plan.update !== undefined && metadata !== undefined ? (
        <BulkUpdateDialog
          rows={selection.rows}
          label={list.label}
          url={list.url}
          metadata={metadata}
          plan={plan.update}
          review={plan.review}
          onUpdated={() => void list.reload()}
          onClose={onClose}
        />
      ) : null}
    </Suspense>
  );
}
