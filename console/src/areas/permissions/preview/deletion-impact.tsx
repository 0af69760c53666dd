import { lazy, Suspense, useEffect, useState } from "react";
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
      toastFailure,
    );
    return () => {
      isShown = false;
    };
  }, [rows]);
  if (impact === undefined || impact === null) return null;
  return (
    <Suspense fallback={null}>
      <ImpactSummary impact={impact} />
    </Suspense>
  );
}
