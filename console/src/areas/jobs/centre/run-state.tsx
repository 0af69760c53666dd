import { StatusMark } from "../../../kit/status-mark.tsx";
import type { HostState, RunHosts } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";

/** How a run stands, in words. */
export function RunState({ status }: { readonly status: RunHosts["status"] }) {
  const { t } = useJobTexts();
  return (
    <StatusMark
      good={status === "success"}
      calm={status === "running"}
      warning={status === "timeout"}
      text={t(`run.${status}`)}
    />
  );
}

/** What became of a host, in words. */
export function HostMark({ state }: { readonly state: HostState }) {
  const { t } = useJobTexts();
  const calm = state === "waiting" || state === "running" || state === "excluded";
  return <StatusMark good={state === "ok"} calm={calm} text={t(`host.${state}`)} />;
}
