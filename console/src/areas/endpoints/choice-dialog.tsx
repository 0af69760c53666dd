import { Alert, Button, Form, Input, Select } from "antd";
import { useState } from "react";
import { ApiError, isRecord } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import { failureText } from "../../kit/feedback.ts";
import { PROTOCOLS } from "./endpoint-resources.ts";
import { useEndpointTexts } from "./endpoint-texts.ts";
import "./endpoints.css";
import { labelled } from "../../kit/metadata/labelled.ts";

/** The endpoint an address gets (docs/contract/endpoints.md, section 4). */
interface Choice {
  readonly endpoint: { readonly name: string };
  readonly host: string;
  readonly port: number;
  readonly address: string | null;
  readonly rule: { readonly name: string } | null;
}

interface Question {
  readonly address: string;
  readonly protocol: string;
}

/** What is wrong with the address that was asked about; undefined where it is something else. */
function addressProblem(failure: unknown): string | undefined {
  const told = failure instanceof ApiError && isRecord(failure.body) ? failure.body.address : undefined;
  return Array.isArray(told) ? told.join(" ") : undefined;
}

/** Asks which endpoint the clients of an asset get, by its address. */
export function ChoiceDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useEndpointTexts();
  const [question, setQuestion] = useState<Question>({ address: "", protocol: "ssh" });
  const [answer, setAnswer] = useState<Choice>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    setAnswer(undefined);
    setProblem(undefined);
    try {
      setAnswer(
        await api<Choice>("/api/v1/sallyport/endpoint-rules/choice/", {
          query: { ...question, address: question.address.trim() },
        }),
      );
    } catch (failure) {
      setProblem(addressProblem(failure) ?? failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={t("endpoints:try.title")} size="small" onClose={onClose}>
      <Form layout="vertical" onFinish={() => void ask()}>
        <Form.Item
          label={t("endpoints:try.address")}
          htmlFor="endpoint-address"
          {...(problem === undefined ? {} : { validateStatus: "error", help: problem })}
        >
          <Input
            id="endpoint-address"
            autoFocus
            placeholder="10.1.2.3"
            value={question.address}
            onChange={({ target }) => setQuestion({ ...question, address: target.value })}
          />
        </Form.Item>
        <Form.Item label={t("endpoints:try.protocol")} htmlFor="endpoint-protocol">
          <Select
            id="endpoint-protocol"
            value={question.protocol}
            options={PROTOCOLS.map(([value, label]) => ({ value, label }))}
            onChange={(protocol: string) => setQuestion({ ...question, protocol })}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy} disabled={question.address.trim() === ""}>
          {t("endpoints:try.ask")}
        </Button>
      </Form>
      <div className="endpoints-answer" aria-live="polite">
        {answer === undefined ? null : <Answer choice={answer} />}
      </div>
      <p className="hint">{t("endpoints:try.labels")}</p>
    </Dialog>
  );
}

function Answer({ choice }: { readonly choice: Choice }) {
  const { t } = useEndpointTexts();
  const { endpoint, host, port, rule, address } = choice;
  const named = { endpoint: endpoint.name, rule: rule?.name ?? "" };
  const where = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  const lines = [
    t(rule === null ? "endpoints:try.byDefault" : "endpoints:try.byRule", named),
    ...(address === null ? [t("endpoints:try.unknown")] : []),
    ...(port === 0 ? [t("endpoints:try.notOffered")] : []),
  ];
  return (
    <Alert
      type={port === 0 ? "warning" : "success"}
      showIcon
      title={port === 0 ? endpoint.name : labelled(endpoint.name, where)}
      description={lines.join(" ")}
    />
  );
}
