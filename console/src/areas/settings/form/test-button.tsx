import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { toast, toastFailure } from "../../../kit/feedback.ts";

interface TestButtonProps {
  /** Tries the settings; what the server said of it. */
  readonly test: () => Promise<string>;
  readonly children: ReactNode;
}

/** Tries settings, and tells what the server said. */
export function TestButton({ test, children }: TestButtonProps) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      toast("success", await test());
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void run()}>
      {children}
    </Button>
  );
}
