import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";
import { parameterFields, readParameters } from "./parameters.ts";
import { runJob } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";

interface RunJobDialogProps {
  readonly job: Row;
  /** Told of the run. */
  readonly onRun: (run: { readonly id: string; readonly task_id: string }) => void;
  readonly onClose: () => void;
}

/** Asks for the parameters of a job, and runs it. */
export default function RunJobDialog({ job, onRun, onClose }: RunJobDialogProps) {
  const { t } = useJobTexts();
  const parameters = readParameters(job);
  return (
    <FormDialog
      title={t("runOf", { name: valueText(job.name) })}
      size="medium"
      fields={parameterFields(parameters)}
      confirmText={t("runCommand")}
      onClose={onClose}
      onConfirm={async (body) => {
        const values = Object.keys(parameters).map((name) => [name, String(plainValue(body[name]) ?? "")]);
        onRun(await runJob(String(job.id), Object.fromEntries(values)));
        onClose();
      }}
    />
  );
}
