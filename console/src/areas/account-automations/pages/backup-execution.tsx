import { ExecutionPage } from "../execution-page.tsx";
import { BACKUP } from "../resources.ts";

export default function BackupExecution() {
  return <ExecutionPage kind={BACKUP} />;
}
