import { ExecutionsPage } from "../plans-page.tsx";
import { CHANGE_SECRET } from "../resources.ts";

export default function ChangeSecretExecutions() {
  return <ExecutionsPage kind={CHANGE_SECRET} />;
}
