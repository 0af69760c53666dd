import { PlanDetail } from "../plan-detail.tsx";
import { PUSH } from "../resources.ts";

export default function PushDetail() {
  return <PlanDetail kind={PUSH} />;
}
