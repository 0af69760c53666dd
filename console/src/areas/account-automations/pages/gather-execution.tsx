import { ExecutionPage } from "../execution-page.tsx";
import { GATHER } from "../resources.ts";

export default function GatherExecution() {
  return <ExecutionPage kind={GATHER} />;
}
