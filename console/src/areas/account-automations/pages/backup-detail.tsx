import { PlanDetail } from "../plan-detail.tsx";
import { BACKUP } from "../resources.ts";

export default function BackupDetail() {
  return <PlanDetail kind={BACKUP} />;
}
