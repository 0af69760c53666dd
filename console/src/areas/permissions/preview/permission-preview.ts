import i18next from "i18next";
import { createElement, lazy, Suspense } from "react";
import { agreed, askPreview } from "../../../kit/agree.ts";
import { AnswerWaits } from "../../../kit/dialog/answer-waits.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import type { PermissionImpact } from "./permission-impact.ts";

const ImpactSummary = lazy(() => import("./impact-summary.tsx"));

/** The question a preview is part of. */
export interface PreviewQuestion {
  readonly title: string;
  readonly confirmText: string;
  /** Said below the preview. */
  readonly note?: string;
  readonly danger?: boolean;
  /** Asks even where nobody gains or loses anything; not unless told. */
  readonly always?: boolean;
}

const changesNothing = ({ added, removed, changed, sessions }: PermissionImpact): boolean =>
  added + removed + changed + sessions.count === 0;

/** Whether sessions end at once. */
const endsSessions = ({ sessions: { end, count, finishing = 0 } }: PermissionImpact): boolean =>
  end && count > finishing;

/**
 * Asks the server what a change would do; null where it does not tell.
 *
 * @param draft as for {@link previewed}
 */
export const impactOf = (draft: Row): Promise<PermissionImpact | null> =>
  askPreview("/api/v1/sallyport/permissions/preview/", draft);

/**
 * Shows what a change of a permission would do and asks whether to continue.
 *
 * @param draft the permission as it would be; with `id` or `ids`, what changes of them, or `delete: true`
 * @returns true to continue, at once where there is nothing to tell
 */
export async function previewed(draft: Row, question: PreviewQuestion): Promise<boolean> {
  const impact = await impactOf(draft);
  // A dangerous answer is asked for even where nothing is told.
  if (impact === null && question.danger !== true) return true;
  if (impact !== null && question.always !== true && changesNothing(impact)) return true;
  return agreed({
    title: question.title,
    content: createElement(
      Suspense,
      { fallback: createElement(AnswerWaits) },
      createElement(ImpactSummary, { impact, note: question.note }),
    ),
    confirmText: question.confirmText,
    danger: question.danger === true || (impact !== null && endsSessions(impact)),
  });
}

/** Asks before a permission is deleted, with what its holders lose. */
export async function deletionAgreed(permission: Row, name: string): Promise<boolean> {
  await i18next.loadNamespaces("granting");
  return previewed(
    { id: permission.id, delete: true },
    {
      title: i18next.t("granting:preview.delete", { name }),
      confirmText: i18next.t("common:delete"),
      note: i18next.t("granting:preview.deleteBody"),
      danger: true,
      always: true,
    },
  );
}

/** Asks before several permissions are changed in the same way, with what that does. */
export async function changesAgreed(permissions: readonly Row[], changes: Row): Promise<boolean> {
  await i18next.loadNamespaces("granting");
  return previewed(
    { ...changes, ids: permissions.map(({ id }) => id) },
    {
      title: i18next.t("granting:preview.updateSeveral", { count: permissions.length }),
      confirmText: i18next.t("granting:preview.save"),
    },
  );
}
