import { PlanForm } from "../plan-form.tsx";
import { BACKUP } from "../resources.ts";

export default function BackupForm() {
  return <PlanForm kind={BACKUP} />;
}
