import { PlanForm } from "../plan-form.tsx";
import { CHANGE_SECRET } from "../resources.ts";

export default function ChangeSecretForm() {
  return <PlanForm kind={CHANGE_SECRET} />;
}
