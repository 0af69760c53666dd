import { PlansPage } from "../plans-page.tsx";
import { BACKUP } from "../resources.ts";

export default function BackupPlans() {
  return <PlansPage kind={BACKUP} />;
}
