import { useQuery } from "@tanstack/react-query";
import { Button, Input, Modal, Tabs } from "antd";
import { useState } from "react";
import { api } from "../api/client.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { CRON_FIELDS, DEFAULT_CRON, splitCron } from "./cron-expression.ts";
import { CronPartEditor } from "./cron-part-editor.tsx";
import { clockTime, nextRuns, offsetName, offsetOf } from "./cron-runs.ts";
import "./widgets.css";
import { labelled } from "../metadata/labelled.ts";

interface CronDialogProps {
  readonly value: string;
  readonly onConfirm: (expression: string) => void;
  readonly onCancel: () => void;
}

/** The server's clock, which schedules follow. Asked without a zone, it answers in its own. */
function useServerOffset(): number | undefined {
  const query = useQuery({
    queryKey: ["server-clock"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const answer = await api<{ CURRENT_TIME?: unknown }>("/api/v1/settings/server-info/", {
        headers: { "X-TZ": "" },
        signal,
      });
      return offsetOf(answer.CURRENT_TIME) ?? null;
    },
  });
  return query.data ?? undefined;
}

/** Makes an expression field by field, and shows what it will do. */
export default function CronDialog({ value, onConfirm, onCancel }: CronDialogProps) {
  const { t } = useFormTexts();
  const [parts, setParts] = useState(() => splitCron(value === "" ? DEFAULT_CRON : value));
  const serverOffset = useServerOffset();
  const offset = serverOffset ?? -new Date().getTimezoneOffset();
  const expression = parts.join(" ");
  const runs = nextRuns(expression, offset);
  const set = (index: number, text: string) =>
    setParts(parts.map((part, at) => (at === index ? text.replace(/\s/g, "") : part)));
  return (
    <Modal
      open
      width={580}
      title={t("cron.title")}
      onCancel={onCancel}
      footer={[
        <Button key="reset" onClick={() => setParts(splitCron(DEFAULT_CRON))}>
          {t("kit:form.reset")}
        </Button>,
        <Button key="cancel" onClick={onCancel}>
          {t("common:cancel")}
        </Button>,
        <Button
          key="confirm"
          type="primary"
          disabled={runs === undefined}
          onClick={() => onConfirm(expression)}
        >
          {t("common:confirm")}
        </Button>,
      ]}
    >
      <Tabs
        size="small"
        items={CRON_FIELDS.map((field, index) => ({
          key: field.name,
          label: t(`cron.unit.${field.name}`),
          children: (
            <CronPartEditor field={field} text={parts[index] ?? "*"} onChange={(text) => set(index, text)} />
          ),
        }))}
      />
      <div className="cron-cells">
        {CRON_FIELDS.map((field, index) => (
          <div key={field.name}>
            <span aria-hidden="true">{t(`cron.unit.${field.name}`)}</span>
            <Input
              size="small"
              aria-label={t(`cron.unit.${field.name}`)}
              value={parts[index] ?? ""}
              status={parts[index] === "" ? "error" : ""}
              onChange={(event) => set(index, event.target.value)}
            />
          </div>
        ))}
      </div>
      <p className="cron-expression">
        {labelled(t("cron.expression"), "")}
        <code>{expression}</code>
      </p>
      {runs === undefined ? (
        <p className="input-problem" role="alert">
          {t("cron.problem")}
        </p>
      ) : (
        <section className="cron-runs" aria-live="polite">
          <h3>
            {t("cron.nextRuns")}{" "}
            <span className="hint">
              {t(serverOffset === undefined ? "cron.viewerZone" : "cron.serverZone", {
                zone: offsetName(offset),
              })}
            </span>
          </h3>
          {runs.length === 0 ? <p>{t("cron.never")}</p> : null}
          <ol>
            {runs.map((run) => (
              <li key={run.getTime()} className="numeric">
                {clockTime(run, offset)}
              </li>
            ))}
          </ol>
        </section>
      )}
    </Modal>
  );
}
