import { ExecutionsPage } from "../plans-page.tsx";
import { BACKUP } from "../resources.ts";

export default function BackupExecutions() {
  return <ExecutionsPage kind={BACKUP} />;
}
