import { ExecutionPage } from "../execution-page.tsx";
import { PUSH } from "../resources.ts";

export default function PushExecution() {
  return <ExecutionPage kind={PUSH} />;
}
