import { lazy, Suspense, useEffect, useState } from "react";
import { AnswerWaits } from "../../../kit/dialog/answer-waits.tsx";
import { toastFailure } from "../../../kit/feedback.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import type { PermissionImpact } from "./permission-impact.ts";
import { impactOf } from "./permission-preview.ts";

const ImpactSummary = lazy(() => import("./impact-summary.tsx"));

/** What deleting permissions takes from their holders, in the question before it. */
export function DeletionImpact({ rows }: { readonly rows: readonly Row[] }) {
  const [impact, setImpact] = useState<PermissionImpact | null>();
  useEffect(() => {
    let isShown = true;
    impactOf({ ids: rows.map(({ id }) => id), delete: true }).then(
      (told) => isShown && setImpact(told),
      (error: unknown) => {
        toastFailure(error);
        if (isShown) setImpact(null);
      },
    );
    return () => {
      isShown = false;
    };
  }, [rows]);
  if (impact === undefined) return <AnswerWaits />;
  if (impact === null) return null;
  return (
    <Suspense fallback={<AnswerWaits />}>
      <ImpactSummary impact={impact} />
    </Suspense>
  );
}
