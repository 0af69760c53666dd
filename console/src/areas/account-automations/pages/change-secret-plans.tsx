import { PlansPage } from "../plans-page.tsx";
import { CHANGE_SECRET } from "../resources.ts";

export default function ChangeSecretPlans() {
  return <PlansPage kind={CHANGE_SECRET} />;
}
