import { existsSync } from "node:fs";
import { opensshMissing } from "../../server/src/engine/testing/openssh.ts";
import { decisionTimes } from "../../server/src/gateway/testing/decision-times.ts";
import { type CorpusShell, evasionCorpus } from "../../server/src/gateway/testing/evasion-corpus.ts";
import { startTrial } from "../../server/src/gateway/testing/evasion-trial.ts";
import { below, judged, median, type Row, unmeasured } from "../table.ts";

/** Milliseconds for the decision about one command. */
const limit = 0.2;

/** How much longer an echo may take with rules than without. */
const mostEcho = 1.2;

const groups = 200;
const lines = 50;

/** How fast a command is decided about, what filters cost a keystroke, and which ways around them are known. */
export async function measureCommandRules(): Promise<Row[]> {
  const missing = opensshMissing();
  const name = "evasion forms claimed readable that reach a shell undecided";
  if (missing !== null) return [decision(), unmeasured(name, missing, "0")];
  const trial = await startTrial();
  try {
    const rows: Row[] = [decision()];
    // The first terminal is slower than all others.
    await trial.echo(false);
    const without = median(await trial.echo(false));
    const withRules = median(await trial.echo(true));
    const ratio = withRules / without;
    rows.push(
      judged(
        "keystroke echo with command rules",
        `${withRules.toFixed(2)} ms`,
        `<= ${mostEcho} times`,
        ratio <= mostEcho,
        { beside: `without rules ${without.toFixed(2)} ms`, ratio },
      ),
    );
    for (const shell of ["bash", "zsh", "dash"] satisfies CorpusShell[]) {
      if (!existsSync(`/usr/bin/${shell}`)) {
        rows.push(unmeasured(`${name}, ${shell}`, `${shell} is not installed`, "0"));
        continue;
      }
      const { tried, passed, unclaimed, unclaimedRun } = await trial.run(shell);
      rows.push(
        judged(
          `${name}, ${shell}`,
          `${passed.length} of ${tried - unclaimed}; ${unclaimedRun.length} of ${unclaimed} not claimed`,
          "0",
          passed.length === 0,
          { beside: `${evasionCorpus.length} forms` },
        ),
      );
    }
    return rows;
  } finally {
    await trial.close();
  }
}

/** A usual line that no group names, so that all are asked. */
const decision = (): Row =>
  below(
    `decision about a command, ${groups} groups of ${lines} lines`,
    median(decisionTimes(groups, lines)),
    limit,
  );
