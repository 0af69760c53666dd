import { Select } from "antd";
import { useTranslation } from "react-i18next";
import type { ConfirmMethod } from "./question.ts";
import type { ConfirmAnswer } from "./use-confirm-answer.ts";

interface MethodLineProps {
  readonly id: string;
  readonly methods: readonly ConfirmMethod[];
  readonly answer: ConfirmAnswer;
}

/** The line in which a second factor is chosen. */
export function MethodLine({ id, methods, answer }: MethodLineProps) {
  const { t } = useTranslation(["confirm", "factors", "common"]);
  return (
    <div className="confirm-line">
      <label htmlFor={`${id}-method`}>{t("method")}</label>
      <Select<string>
        id={`${id}-method`}
        value={answer.method ?? null}
        disabled={answer.busy || answer.impossible}
        options={methods.map((one) => ({
          value: one.name,
          label: one.display_name,
          disabled: one.disabled,
        }))}
        onChange={answer.choose}
      />
    </div>
  );
}
