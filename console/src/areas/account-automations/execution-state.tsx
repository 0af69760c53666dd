import type { Row } from "../../kit/metadata/types.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { usePlanTexts } from "./use-plan-texts.ts";

const STATES = ["pending", "running", "success", "failed"] as const;

/** How far an execution is, in words. */
export function ExecutionState({ row }: { readonly row: Row }) {
  const { t } = usePlanTexts();
  const state = STATES.find((name) => name === row.status) ?? "pending";
  return (
    <StatusMark
      good={state === "success"}
      calm={state === "pending" || state === "running"}
      text={t(`state.${state}`)}
    />
  );
}

/** Whether a backup was made, or is being made. */
export function BackupState({ row }: { readonly row: Row }) {
  const { t } = usePlanTexts();
  // An execution that has not ended took no time yet, and has no reason.
  const isOpen = row.is_success !== true && row.reason === "-";
  const state = row.is_success === true ? "success" : isOpen ? "running" : "failed";
  return <StatusMark good={row.is_success === true} calm={isOpen} text={t(`state.${state}`)} />;
}
