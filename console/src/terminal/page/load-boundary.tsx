import { Component, type ReactNode, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "../../kit/feedback.ts";

/** Props of the boundary. */
export interface LoadBoundaryProps {
  /** Shown while the part is being loaded. */
  readonly wait: ReactNode;
  /** Shown when it cannot be. */
  readonly failed: ReactNode;
  readonly children: ReactNode;
}

/** Around a part of the page that is loaded when it is wanted: a failure does not take open sessions down with it. */
export class LoadBoundary extends Component<LoadBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { wait, failed, children } = this.props;
    return this.state.hasFailed ? failed : <Suspense fallback={wait}>{children}</Suspense>;
  }
}

/** Says that a part could not be loaded, and takes back that it was wanted. */
export function LoadFailed({ onClose }: { onClose?(): void }) {
  const { t } = useTranslation("terminal");
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    toast("error", t("session.failedToLoad"));
    onClose?.();
  }, []);
  return null;
}
