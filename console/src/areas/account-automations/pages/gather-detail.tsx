import { PlanDetail } from "../plan-detail.tsx";
import { GATHER } from "../resources.ts";

export default function GatherDetail() {
  return <PlanDetail kind={GATHER} />;
}
