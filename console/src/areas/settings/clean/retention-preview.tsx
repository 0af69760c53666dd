import { queryOptions } from "@tanstack/react-query";
import { Button, Form } from "antd";
import { useState } from "react";
import { api } from "../../../kit/api/client.ts";
import { orIfNotFound } from "../../../kit/api/not-found.ts";
import { toastFailure } from "../../../kit/feedback.ts";
import { TimeText } from "../../../kit/time-text.tsx";
import { sizeText } from "../../audits/index.ts";
import { useSettingsTexts } from "../settings-texts.ts";
import type texts from "../texts/en.ts";
import "./retention-preview.css";

const PREVIEW_URL = "/api/v1/sallyport/retention/preview/";

/** What the next run removes of one kind. */
export interface Removal {
  readonly kind: keyof (typeof texts)["settings"]["retention"]["kinds"];
  readonly count: number;
  readonly bytes: number;
  readonly oldest: string | null;
  readonly held: number;
}

const preview = async (body: Readonly<Record<string, number>>): Promise<readonly Removal[]> => {
  const { results } = await api<{ readonly results: readonly Removal[] }>(PREVIEW_URL, {
    method: "POST",
    body,
  });
  return results;
};

/** What would be deleted with the numbers that are saved; null where the server does not foresee it. */
export const savedPreview = queryOptions({
  queryKey: ["object", PREVIEW_URL],
  queryFn: () => orIfNotFound(preview({}), null),
});

const DAYS = /_KEEP_(DAYS|DURATION)$/;

/** Of what is in the form, the numbers of days that can be asked about. */
const entered = (values: Readonly<Record<string, unknown>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, number] =>
        DAYS.test(entry[0]) && entry[0] !== "TASK_LOG_KEEP_DAYS" && typeof entry[1] === "number",
    ),
  );

/** Asks what would be deleted with what is in the form, and hands on the answer. */
export function RetentionPreviewButton({
  onAnswer,
}: {
  readonly onAnswer: (results: readonly Removal[]) => void;
}) {
  const { t } = useSettingsTexts();
  const form = Form.useFormInstance();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      onAnswer(await preview(entered(form.getFieldsValue())));
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void ask()}>
      {t("settings:retention.show")}
    </Button>
  );
}

/** What would be deleted, kind by kind. */
export function RetentionPreview(props: {
  readonly results: readonly Removal[];
  /** Whether it is of numbers that are not saved. */
  readonly isEntered: boolean;
}) {
  const { results, isEntered } = props;
  const { t } = useSettingsTexts();
  const isEmpty = results.every(({ count, held }) => count === 0 && held === 0);
  return (
    <section className="card" aria-live="polite">
      <h2>{t("settings:retention.title")}</h2>
      {isEntered ? <p className="hint">{t("settings:retention.hint")}</p> : null}
      {isEmpty ? (
        <p role="status">{t("settings:retention.none")}</p>
      ) : (
        <div className="retention-scroll">
          <table className="retention-preview">
            <thead>
              <tr>
                <th scope="col">{t("settings:retention.kind")}</th>
                <th scope="col" className="number">
                  {t("settings:retention.count")}
                </th>
                <th scope="col" className="number">
                  {t("settings:retention.size")}
                </th>
                <th scope="col">{t("settings:retention.oldest")}</th>
                <th scope="col" className="number">
                  {t("settings:retention.held")}
                </th>
              </tr>
            </thead>
            <tbody>
              {results.map(({ kind, count, bytes, oldest, held }) => (
                <tr key={kind}>
                  <th scope="row">{t(`settings:retention.kinds.${kind}`)}</th>
                  <td className="number">{count}</td>
                  <td className="number">{bytes === 0 ? "–" : sizeText(bytes)}</td>
                  <td>{oldest === null ? "–" : <TimeText value={oldest} />}</td>
                  <td className="number">{held === 0 ? "–" : held}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
