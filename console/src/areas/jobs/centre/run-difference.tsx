import { useQuery } from "@tanstack/react-query";
import { Button, Checkbox, Select, Spin } from "antd";
import { useId, useState } from "react";
import { api } from "../../../kit/api/client.ts";
import { FailureNotice, Notice } from "../../../kit/list/list-states.tsx";
import { formatDate } from "../../../kit/metadata/dates.ts";
import { HostToggle } from "./host-toggle.tsx";
import { OutputDifference } from "./output-difference.tsx";
import {
  type ComparedHost,
  type RunDifference as Difference,
  differenceUrl,
  type HostOutcome,
  JOB_EXECUTIONS,
  type RunHosts,
} from "./resources.ts";
import { HostMark } from "./run-state.tsx";
import { useJobTexts } from "./use-job-texts.ts";
import "./jobs.css";

/** Runs of the job that can be chosen to compare with. */
const CHOICES = 50;
/** Hosts that are drawn; the rest on request. */
const PAGE = 100;

interface RunDifferenceProps {
  /** Id of the run. */
  readonly run: string;
  /** Id of its job; null: it is gone. */
  readonly job: string | null;
}

/** How a run differs from another one of the same job: what became of each host, and what it said. */
export function RunDifference({ run, job }: RunDifferenceProps) {
  const { t } = useJobTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["object", "job run difference", run, chosen],
    queryFn: ({ signal }) => api<Difference>(differenceUrl(run, chosen), { signal }),
  });
  const runs = useRunsOf(job);
  const options = (runs ?? [])
    .filter(({ id }) => id !== run)
    .map(({ id, date_start: start, status }) => ({
      value: id,
      label: `${formatDate(start)} · ${t(`run.${status}`)}`,
    }));
  const label = useId();
  return (
    <section className="job-run" aria-label={t("difference.title")}>
      {options.length === 0 ? null : (
        <div className="job-run-head">
          <label htmlFor={label}>{t("difference.with")}</label>
          <Select
            id={label}
            className="job-compare"
            options={options}
            value={chosen ?? data?.before?.id ?? null}
            placeholder={t("difference.choose")}
            onChange={setChosen}
          />
        </div>
      )}
      {data === undefined ? (
        error === null ? (
          <Spin />
        ) : (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Hosts key={data.before?.id ?? ""} run={run} data={data} />
      )}
    </section>
  );
}

/** The runs of a job, the latest first. */
function useRunsOf(job: string | null) {
  const { data } = useQuery({
    queryKey: ["object", "job runs", job],
    enabled: job !== null,
    queryFn: ({ signal }) =>
      api<{
        readonly results: readonly {
          readonly id: string;
          readonly date_start: string | null;
          readonly status: RunHosts["status"];
        }[];
      }>(JOB_EXECUTIONS.url, { query: { job_id: job ?? "", limit: CHOICES, offset: 0 }, signal }),
  });
  return data?.results;
}

/** Whether nothing about a host is different. */
function isSame({ before, after, is_same_output }: ComparedHost): boolean {
  const words = (outcome: HostOutcome | null) =>
    outcome && [outcome.state, outcome.exit_code, outcome.reason];
  return is_same_output && JSON.stringify(words(before)) === JSON.stringify(words(after));
}

function Hosts({ run, data }: { readonly run: string; readonly data: Difference }) {
  const { t } = useJobTexts();
  const [showsAll, setShowsAll] = useState(false);
  const [most, setMost] = useState(PAGE);
  const { before, hosts } = data;
  if (before === null) return <Notice title={t("difference.none")} body={t("difference.noneBody")} />;
  const different = hosts.filter((host) => !isSame(host));
  const shown = showsAll ? hosts : different;
  return (
    <>
      <div className="job-run-head">
        <span role="status">
          {different.length === 0
            ? t("difference.same")
            : t("difference.differ", { count: different.length, all: hosts.length })}
        </span>
        <Checkbox checked={showsAll} onChange={(event) => setShowsAll(event.target.checked)}>
          {t("difference.showAll")}
        </Checkbox>
      </div>
      {shown.slice(0, most).map((host) => (
        <Host key={host.asset} run={run} before={before.id} host={host} />
      ))}
      {shown.length > most ? (
        <Button onClick={() => setMost(most + PAGE)}>{t("moreHosts", { count: shown.length - most })}</Button>
      ) : null}
    </>
  );
}

interface HostProps {
  readonly run: string;
  readonly before: string;
  readonly host: ComparedHost;
}

function Host({ run, before, host }: HostProps) {
  const { t } = useJobTexts();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const reason = host.after?.reason ?? "";
  return (
    <section className="job-host">
      <h3 className="job-host-head">
        <HostToggle
          name={host.name}
          isOpen={isOpen}
          controls={id}
          disabled={host.is_same_output}
          onToggle={() => setOpen(!isOpen)}
        />
        <Outcome outcome={host.before} absent={t("difference.notBefore")} />
        <span aria-hidden>→</span>
        <Outcome outcome={host.after} absent={t("difference.notNow")} />
        <span className="hint">
          {t(host.is_same_output ? "difference.sameOutput" : "difference.otherOutput")}
        </span>
      </h3>
      {reason === "" || reason === host.before?.reason ? null : <p className="job-reason">{reason}</p>}
      <div id={id} hidden={!isOpen}>
        {isOpen ? <OutputDifference before={before} after={run} asset={host.asset} name={host.name} /> : null}
      </div>
    </section>
  );
}

function Outcome({ outcome, absent }: { readonly outcome: HostOutcome | null; readonly absent: string }) {
  return outcome === null ? <span className="hint">{absent}</span> : <HostMark state={outcome.state} />;
}
