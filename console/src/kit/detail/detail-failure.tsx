import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { isNotFound } from "../api/not-found.ts";
import { FailureNotice, Notice } from "../list/list-states.tsx";

interface DetailFailureProps {
  readonly error: Error;
  /** Path of the list the object would be in. */
  readonly listPath: string;
  readonly onRetry: () => void;
}

/** Why an object is not shown: it is gone, or it could not be loaded. */
export function DetailFailure({ error, listPath, onRetry }: DetailFailureProps) {
  const { t } = useTranslation(["kit", "common"]);
  const navigate = useNavigate();
  if (isNotFound(error)) {
    return (
      <Notice title={t("detail.gone")}>
        <Button onClick={() => void navigate(listPath)}>{t("common:back")}</Button>
      </Notice>
    );
  }
  return <FailureNotice error={error} title={t("detail.loadFailed")} onRetry={onRetry} />;
}
