import { PlanForm } from "../plan-form.tsx";
import { PUSH } from "../resources.ts";

export default function PushForm() {
  return <PlanForm kind={PUSH} />;
}
