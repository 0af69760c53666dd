import { useEffect, useState } from "react";
import { readOutput } from "./resources.ts";

/** Milliseconds until a host that still runs is asked for more. */
const PAUSE = 700;
/** Characters that are drawn; what is before them is in the file. */
const MOST = 200_000;

/** What a host has said, as far as it is shown. */
export interface HostOutput {
  readonly text: string;
  /** Whether the beginning is left out. */
  readonly isShortened: boolean;
  readonly isComplete: boolean;
  readonly error: unknown;
}

const NOTHING: HostOutput = { text: "", isShortened: false, isComplete: false, error: null };

/** Follows what a host of a run says. */
export function useHostOutput(run: string, asset: string): HostOutput & { readonly retry: () => void } {
  const [output, setOutput] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins again
  useEffect(() => {
    const leave = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let offset = 0;
    setOutput(NOTHING);
    const read = async (): Promise<void> => {
      try {
        const part = await readOutput(run, asset, offset, leave.signal);
        offset = part.next;
        setOutput((before) => {
          const text = before.text + part.text;
          return {
            text: text.slice(-MOST),
            isShortened: before.isShortened || text.length > MOST,
            isComplete: part.end,
            error: null,
          };
        });
        if (!part.end) timer = setTimeout(() => void read(), part.text === "" ? PAUSE : 0);
      } catch (error) {
        if (leave.signal.aborted) return;
        setOutput((before) => ({ ...before, error }));
        timer = setTimeout(() => void read(), PAUSE * 4);
      }
    };
    void read();
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [run, asset, attempt]);
  return { ...output, retry: () => setAttempt(attempt + 1) };
}
