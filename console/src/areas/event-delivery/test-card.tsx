import { Alert, Button } from "antd";
import { useState } from "react";
import { api } from "../../kit/api/client.ts";
import { toastFailure } from "../../kit/feedback.ts";
import { RECEIVERS, useEventTexts } from "./receivers.ts";

/** What came of a test. */
interface Outcome {
  readonly is_success: boolean;
  readonly detail: string;
  readonly answer: string;
  readonly milliseconds: number;
}

/** Sends a test event, and shows what the receiver answered. */
export function TestCard({ id, onTested }: { readonly id: string; readonly onTested: () => Promise<void> }) {
  const { t } = useEventTexts();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const run = async () => {
    setBusy(true);
    setOutcome(undefined);
    try {
      setOutcome(await api<Outcome>(`${RECEIVERS.url}${id}/test/`, { method: "POST", body: {} }));
      await onTested();
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card">
      <h2>{t("events:test.title")}</h2>
      <p className="hint">{t("events:test.hint")}</p>
      <Button loading={busy} onClick={() => void run()}>
        {t("events:test.run")}
      </Button>
      <div aria-live="polite">
        {outcome === undefined ? null : (
          <Alert
            type={outcome.is_success ? "success" : "error"}
            showIcon
            title={outcome.detail}
            description={
              <>
                {outcome.answer === "" ? null : (
                  <>
                    {t("events:test.answer")} <code>{outcome.answer}</code>
                    <br />
                  </>
                )}
                {t("events:test.time", { count: outcome.milliseconds })}
              </>
            }
          />
        )}
      </div>
    </section>
  );
}
