import { Button, Input, Space, Spin } from "antd";
import { useState } from "react";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { useSession } from "../../../kit/session.ts";
import { useCopy } from "../../../kit/use-copy.ts";
import { HostPanel } from "./host-panel.tsx";
import { type RunHost, type RunHosts, retryRun, stopRun } from "./resources.ts";
import { RunState } from "./run-state.tsx";
import { useJobTexts } from "./use-job-texts.ts";
import { useRun } from "./use-run.ts";
import "./jobs.css";

/** Hosts whose output is shown at once when a run is opened. */
const OPEN_AT_FIRST = 1;
/** Hosts that are drawn; the rest on request. */
const PAGE = 100;

interface RunOutputProps {
  /** Id of the run. */
  readonly run: string;
  /** Told of a run that goes on with the failed hosts. */
  readonly onRetry: (run: { readonly id: string; readonly task_id: string }) => void;
}

/** The hosts of a run, each with its output: live while it runs. */
export function RunOutput({ run, onRetry }: RunOutputProps) {
  const { data, error, refetch } = useRun(run);
  if (data === undefined) {
    return error === null ? <Spin /> : <FailureNotice error={error} onRetry={() => void refetch()} />;
  }
  return <Hosts key={run} run={run} data={data} onRetry={onRetry} />;
}

function Hosts({ run, data, onRetry }: RunOutputProps & { readonly data: RunHosts }) {
  const { t } = useJobTexts();
  const [search, setSearch] = useState("");
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [most, setMost] = useState(PAGE);
  const { hosts } = data;
  const isOpen = ({ asset }: RunHost) => toggled.get(asset) ?? hosts.length <= OPEN_AT_FIRST;
  const setAll = (open: boolean) => setToggled(new Map(hosts.map(({ asset }) => [asset, open])));
  return (
    <section className="job-run" aria-label={t("output")}>
      <div className="job-run-head">
        <span role="status">
          <RunState status={data.status} />
        </span>
        <Space wrap>
          <Input
            size="small"
            allowClear
            aria-label={t("searchOutput")}
            placeholder={t("searchOutput")}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Button size="small" onClick={() => setAll(true)} disabled={hosts.length === 0}>
            {t("expandAll")}
          </Button>
          <Button size="small" onClick={() => setAll(false)} disabled={hosts.length === 0}>
            {t("collapseAll")}
          </Button>
          <RunButtons run={run} data={data} onRetry={onRetry} />
        </Space>
      </div>
      {hosts.length === 0 ? (
        <p className="hint">{t(data.status === "running" ? "noHostsYet" : "noHosts")}</p>
      ) : null}
      {hosts.slice(0, most).map((host) => (
        <HostPanel
          key={host.asset}
          run={run}
          host={host}
          search={search.trim()}
          isOpen={isOpen(host)}
          onToggle={() => setToggled(new Map(toggled).set(host.asset, !isOpen(host)))}
        />
      ))}
      {hosts.length > most ? (
        <Button onClick={() => setMost(most + PAGE)}>{t("moreHosts", { count: hosts.length - most })}</Button>
      ) : null}
    </section>
  );
}

/** A run in a few lines of text, to be passed on. */
function summaryText(data: RunHosts, word: (host: RunHost) => string): string {
  const lines = data.hosts.map((host) =>
    [host.name, word(host), host.reason].filter((part) => part !== "").join(" · "),
  );
  const { module, args, playbook } = data.command;
  return [playbook === undefined ? `${module}: ${args}` : (playbook?.name ?? ""), "", ...lines].join("\n");
}

function RunButtons({ run, data, onRetry }: RunOutputProps & { readonly data: RunHosts }) {
  const { t } = useJobTexts();
  const { can } = useSession();
  const copy = useCopy();
  const mayRun = can("ops.add_jobexecution");
  const stop = () =>
    confirm({
      title: t("stopTitle"),
      content: t("stopBody"),
      confirmText: t("stop"),
      danger: true,
      onConfirm: async () => {
        await stopRun(run);
        toast("success", t("stopping"));
      },
    });
  const hasFailed = data.status !== "running" && data.status !== "success";
  return (
    <>
      <Button
        size="small"
        disabled={data.hosts.length === 0}
        onClick={() => void copy(summaryText(data, ({ state }) => t(`host.${state}`)))}
      >
        {t("copySummary")}
      </Button>
      {mayRun && data.status === "running" ? (
        <Button size="small" danger onClick={stop}>
          {t("stop")}
        </Button>
      ) : null}
      {mayRun && hasFailed ? (
        <Button size="small" onClick={() => void retryRun(run).then(onRetry, toastFailure)}>
          {t("retry")}
        </Button>
      ) : null}
    </>
  );
}
