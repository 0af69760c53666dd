import i18next from "i18next";
import { lazy, type ReactNode, Suspense } from "react";
import type { DeletionTarget } from "./deletion/deletion-target.ts";
import { AnswerWaits } from "./dialog/answer-waits.tsx";
import { listed } from "./metadata/labelled.ts";

const DeletionEffects = lazy(() => import("./deletion/deletion-effects.tsx"));

/** A question with a destructive or important answer, or something that is told until it has been read. */
export interface ConfirmRequest {
  readonly title: string;
  /** What it tells; {@link AnswerWaits} stands in it for what is yet to come. */
  readonly content: ReactNode;
  readonly confirmText: string;
  readonly danger?: boolean;
  /** Told rather than asked: there is one button. Default a question. */
  readonly kind?: "question" | "info" | "error";
  /** Keeps the dialog open, showing progress, until it settles; stays open when it fails. */
  readonly onConfirm: () => Promise<unknown> | unknown;
  readonly onCancel?: () => void;
}

type Opener = (request: ConfirmRequest) => void;

const state: { open: Opener } = { open: () => {} };

/** Connects the dialogs to the component library; called once by the application. */
export function connectDialogs(open: Opener): void {
  state.open = open;
}

/** Asks before something is done. */
export function confirm(request: ConfirmRequest): void {
  state.open(request);
}

/** The names of what will be destroyed, cut after five. */
export function nameSummary(names: readonly string[]): string {
  const shown = listed(names.slice(0, 5));
  return names.length > 5
    ? i18next.t("kit:remove.andMore", { names: shown, count: names.length - 5 })
    : shown;
}

/**
 * Asks before one object is deleted, naming it.
 *
 * @param target the object, where the server can tell what goes with it
 */
export function confirmDelete(
  name: string,
  onConfirm: () => Promise<unknown>,
  target?: DeletionTarget | undefined,
): void {
  confirm({
    title: i18next.t("kit:remove.title", { name }),
    content: (
      <>
        {i18next.t("kit:remove.body")}
        {target === undefined ? null : (
          <Suspense fallback={<AnswerWaits />}>
            <DeletionEffects target={target} />
          </Suspense>
        )}
      </>
    ),
    confirmText: i18next.t("common:delete"),
    danger: true,
    onConfirm,
  });
}
