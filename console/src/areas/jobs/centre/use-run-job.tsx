import { lazy, type ReactNode, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { toastFailure } from "../../../kit/feedback.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { readParameters } from "./parameters.ts";
import { JOB_EXECUTIONS, runJob } from "./resources.ts";

const RunJobDialog = lazy(() => import("./run-job-dialog.tsx"));

/** Runs jobs, asking for their parameters first where they have some; then shows the run. */
export function useRunJob(): { readonly run: (job: Row) => void; readonly dialog: ReactNode } {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Row>();
  const show = ({ id }: { readonly id: string }) => void navigate(JOB_EXECUTIONS.routes.detail?.(id) ?? "");
  const run = (job: Row) => {
    if (Object.keys(readParameters(job)).length > 0) setAsked(job);
    else runJob(String(job.id)).then(show, toastFailure);
  };
  const dialog =
    asked === undefined ? null : (
      <Suspense fallback={null}>
        <RunJobDialog job={asked} onRun={show} onClose={() => setAsked(undefined)} />
      </Suspense>
    );
  return { run, dialog };
}
