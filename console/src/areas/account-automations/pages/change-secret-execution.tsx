import { ExecutionPage } from "../execution-page.tsx";
import { CHANGE_SECRET } from "../resources.ts";

export default function ChangeSecretExecution() {
  return <ExecutionPage kind={CHANGE_SECRET} />;
}
