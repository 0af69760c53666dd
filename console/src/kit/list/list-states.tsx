import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { failureText } from "../feedback.ts";

/** A calm notice in the place where content would be. */
export function Notice({ title, body, children }: { title: string; body?: string; children?: ReactNode }) {
  return (
    <div className="notice" role="status">
      <p className="notice-title">{title}</p>
      {body === undefined ? null : <p className="notice-body">{body}</p>}
      {children}
    </div>
  );
}

/** A failed load: what happened, and a way to try again; a missing permission offers none. */
export function FailureNotice({
  error,
  title,
  onRetry,
}: {
  error: unknown;
  title?: string;
  onRetry: () => void;
}) {
  const { t } = useTranslation(["kit", "common"]);
  if (error instanceof ApiError && error.status === 403) {
    return <Notice title={t("list.forbiddenTitle")} body={failureText(error)} />;
  }
  return (
    <Notice title={title ?? t("list.errorTitle")} body={failureText(error)}>
      <Button onClick={onRetry}>{t("common:retry")}</Button>
    </Notice>
  );
}

const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Grey rows of the height of real ones, so that nothing jumps when these arrive. */
export function TableSkeleton() {
  const { t } = useTranslation("common");
  return (
    <div className="table-skeleton" role="status" aria-label={t("loading")}>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="skeleton-row">
          <span />
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
