import { lazy, Suspense, useEffect, useState } from "react";
import { connectConfirmation } from "./confirmation.ts";
import type { ConfirmQuestion } from "./question.ts";

const ConfirmDialog = lazy(() => import("./confirm-dialog.tsx"));

interface Asked {
  readonly question: ConfirmQuestion;
  readonly answer: (confirmed: boolean) => void;
}

/** Where the confirmation dialog appears; stands once in the application. A second question waits for the first. */
export function ConfirmationHost() {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  useEffect(() => {
    connectConfirmation(
      (question) =>
        new Promise((resolve) => {
          const entry: Asked = {
            question,
            answer: (confirmed) => {
              setAsked((before) => before.filter((other) => other !== entry));
              resolve(confirmed);
            },
          };
          setAsked((before) => [...before, entry]);
        }),
    );
  }, []);
  const first = asked[0];
  return first === undefined ? null : (
    <Suspense fallback={null}>
      <ConfirmDialog question={first.question} onAnswer={first.answer} />
    </Suspense>
  );
}
