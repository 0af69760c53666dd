import i18next from "i18next";
import { createElement, lazy, Suspense } from "react";
import { agreed, askPreview } from "../../../kit/agree.ts";
import { ApiError } from "../../../kit/api/api-error.ts";
import { AnswerWaits } from "../../../kit/dialog/answer-waits.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import type { ResourceDescriptor } from "../../../kit/resource.ts";
import { EFFECTS, type Foreseen, type Foresight } from "./foresight.ts";

const ForesightSummary = lazy(() => import("./foresight-summary.tsx"));

/**
 * Shows what a rule would have done in the last days and asks whether to save it. Where the server does not tell it is
 * saved at once, and so is a change that would have made no difference.
 *
 * @param id of the rule that is changed; undefined for a new one
 * @returns whether to save
 */
export async function foreseen(
  resource: ResourceDescriptor,
  of: Foreseen,
  body: Row,
  id: string | undefined,
): Promise<boolean> {
  const url = resource.url.replace("/api/v1/", "/api/v1/sallyport/");
  const told = await askPreview<Foresight>(`${url}preview/`, id === undefined ? body : { ...body, id }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status !== 401) return error;
      throw error;
    },
  );
  if (told === null) return true;
  const failure = told instanceof ApiError ? told : null;
  const foresight = told instanceof ApiError ? null : told;
  const changes = foresight === null || EFFECTS.some((effect) => foresight[effect] > 0);
  if (id !== undefined && !changes && foresight.stopped_at === null) return true;
  return agreed({
    title: i18next.t(id === undefined ? "acls:preview.create" : "acls:preview.update"),
    content: createElement(
      Suspense,
      { fallback: createElement(AnswerWaits) },
      createElement(ForesightSummary, { foresight, failure, of }),
    ),
    confirmText: i18next.t("acls:preview.save"),
  });
}
