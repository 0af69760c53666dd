import { useQuery } from "@tanstack/react-query";
import { Button, Spin } from "antd";
import { objectQuery } from "../../../kit/api/resources.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { useCopy } from "../../../kit/use-copy.ts";
import { useJobTexts } from "./use-job-texts.ts";

/** The variables a command may hold; choosing one copies it. */
export default function VariablesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useJobTexts();
  const copy = useCopy();
  const { data, error, refetch } = useQuery(
    objectQuery<Readonly<Record<string, string>>>("/api/v1/ops/variables/help/"),
  );
  return (
    <Dialog title={t("variables")} size="medium" onClose={onClose}>
      <p className="hint">{t("variablesHint", { open: "{{", close: "}}" })}</p>
      {data === undefined ? (
        error === null ? (
          <Spin />
        ) : (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <dl className="job-variables">
          {Object.entries(data).map(([name, about]) => (
            <div key={name}>
              <dt>
                <Button type="link" onClick={() => void copy(`{{ ${name} }}`)}>
                  {`{{ ${name} }}`}
                </Button>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  );
}
