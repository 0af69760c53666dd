import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useId } from "react";
import { toastFailure } from "../../../kit/feedback.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { saveFile } from "../../../kit/transfer/download.ts";
import { HostToggle } from "./host-toggle.tsx";
import { type RunHost, wholeOutput } from "./resources.ts";
import { HostMark } from "./run-state.tsx";
import { useHostOutput } from "./use-host-output.ts";
import { useJobTexts } from "./use-job-texts.ts";

interface HostPanelProps {
  readonly run: string;
  readonly host: RunHost;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Only lines that hold it are shown; empty: all. */
  readonly search: string;
}

/** The lines that hold a text, whatever the case. */
function matching(text: string, search: string): string {
  if (search === "") return text;
  const wanted = search.toLowerCase();
  return text
    .split("\n")
    .filter((line) => line.toLowerCase().includes(wanted))
    .join("\n");
}

async function download(run: string, host: RunHost): Promise<void> {
  const text = await wholeOutput(run, host.asset);
  saveFile(`${host.name}.txt`, new Blob([text], { type: "text/plain" }));
}

/** One host of a run: how it stands, and what it said. */
export function HostPanel({ run, host, isOpen, onToggle, search }: HostPanelProps) {
  const { t } = useJobTexts();
  const id = useId();
  return (
    <section className="job-host">
      <h3 className="job-host-head">
        <HostToggle name={host.name} isOpen={isOpen} controls={id} onToggle={onToggle} />
        <HostMark state={host.state} />
        {host.account === "" ? null : <span className="hint">{host.account}</span>}
        <span className="hint numeric">{t("seconds", { seconds: host.time_cost.toFixed(2) })}</span>
        <span className="job-space" />
        <Button
          type="text"
          icon={<DownloadOutlined aria-hidden />}
          aria-label={t("download", { name: host.name })}
          title={t("download", { name: host.name })}
          disabled={host.output_size === 0 && host.state !== "running"}
          onClick={() => void download(run, host).catch(toastFailure)}
        />
      </h3>
      {host.reason === "" ? null : <p className="job-reason">{host.reason}</p>}
      <div id={id} hidden={!isOpen}>
        {isOpen ? <Output run={run} asset={host.asset} name={host.name} search={search} /> : null}
      </div>
    </section>
  );
}

interface OutputProps {
  readonly run: string;
  readonly asset: string;
  readonly name: string;
  readonly search: string;
}

function Output({ run, asset, name, search }: OutputProps) {
  const { t } = useJobTexts();
  const { text, isShortened, isComplete, error, retry } = useHostOutput(run, asset);
  const shown = matching(text, search);
  if (error !== null && text === "") return <FailureNotice error={error} onRetry={retry} />;
  return (
    <>
      {isShortened ? <p className="hint">{t("shortened")}</p> : null}
      {shown === "" ? (
        <p className="hint">{t(search !== "" ? "noMatch" : isComplete ? "noOutput" : "noOutputYet")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <pre className="job-output" role="log" tabIndex={0} aria-label={t("outputOf", { name })}>
          {shown}
        </pre>
      )}
    </>
  );
}
