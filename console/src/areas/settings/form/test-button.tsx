import { Alert, Button, Form } from "antd";
import { type ReactNode, useState } from "react";
import "./test-button.css";
import { ApiError, isRecord } from "../../../kit/api/api-error.ts";
import { failureText, toastFailure } from "../../../kit/feedback.ts";

interface TestButtonProps {
  /** Tries the settings; what the server said of it. */
  readonly test: () => Promise<string>;
  readonly children: ReactNode;
}

/** How a trial went, in the server's words. */
interface Outcome {
  readonly type: "success" | "error";
  readonly text: string;
}

/** Tries the settings of the form it stands in, and shows below the buttons what the server said. */
export function TestButton({ test, children }: TestButtonProps) {
  const form = Form.useFormInstance();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** Says at the inputs what the server refused of them. */
  const showAtFields = ({ body }: ApiError): void => {
    const held = form.getFieldsValue() as Record<string, unknown>;
    if (!isRecord(body)) return;
    const refused = Object.entries(body).filter(([name]) => name in held);
    form.setFields(refused.map(([name, errors]) => ({ name, errors: [errors].flat().map(String) })));
  };
  const run = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome({ type: "success", text: await test() });
    } catch (failure) {
      const isOurs = failure instanceof ApiError && (failure.status === 401 || failure.isUnreachable);
      if (isOurs) toastFailure(failure);
      else setOutcome({ type: "error", text: failureText(failure) });
      if (failure instanceof ApiError && failure.status === 400) showAtFields(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button loading={busy} onClick={() => void run()}>
        {children}
      </Button>
      {outcome === null ? null : (
        <Alert
          className="test-outcome"
          type={outcome.type}
          showIcon
          closable={{ onClose: () => setOutcome(null) }}
          role={outcome.type === "error" ? "alert" : "status"}
          title={outcome.text}
        />
      )}
    </>
  );
}
