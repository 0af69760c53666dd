import { ExecutionsPage } from "../plans-page.tsx";
import { PUSH } from "../resources.ts";

export default function PushExecutions() {
  return <ExecutionsPage kind={PUSH} />;
}
