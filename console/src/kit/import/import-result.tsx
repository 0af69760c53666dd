import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";
import type { ImportCounts, ImportState } from "./import-task.ts";

interface ImportResultProps {
  readonly state: ImportState;
  readonly counts: ImportCounts;
  readonly finished: boolean;
  readonly onSaveFailures: () => void;
}

/** How an import went so far: all done, stopped, held up, or with rows that were refused. */
export function ImportResult({ state, counts, finished, onSaveFailures }: ImportResultProps) {
  const { t } = useTranslation(["transfer", "common"]);
  const { status, obstacle } = state;
  return (
    <div role="status" className="import-result">
      {finished ? (
        <Alert type="success" showIcon title={t("import.allDone", { count: counts.total })} />
      ) : obstacle === undefined ? null : (
        <Alert type="error" showIcon title={obstacle} description={t("import.obstacle")} />
      )}
      {status === "stopped" && obstacle === undefined && counts.pending > 0 ? (
        <p className="hint">{t("import.stopped")}</p>
      ) : null}
      {status !== "started" && counts.error > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t("import.failures", { count: counts.error })}
          description={t("import.secretsLeftOut")}
          action={<Button onClick={onSaveFailures}>{t("import.saveFailures")}</Button>}
        />
      ) : null}
    </div>
  );
}
