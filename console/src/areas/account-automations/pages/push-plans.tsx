import { PlansPage } from "../plans-page.tsx";
import { PUSH } from "../resources.ts";

export default function PushPlans() {
  return <PlansPage kind={PUSH} />;
}
