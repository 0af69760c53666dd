import { PlanForm } from "../plan-form.tsx";
import { GATHER } from "../resources.ts";

export default function GatherForm() {
  return <PlanForm kind={GATHER} />;
}
