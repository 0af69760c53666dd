import { ExecutionsPage } from "../plans-page.tsx";
import { GATHER } from "../resources.ts";

export default function GatherExecutions() {
  return <ExecutionsPage kind={GATHER} />;
}
