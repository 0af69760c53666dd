import { PlanDetail } from "../plan-detail.tsx";
import { CHANGE_SECRET } from "../resources.ts";

export default function ChangeSecretDetail() {
  return <PlanDetail kind={CHANGE_SECRET} />;
}
