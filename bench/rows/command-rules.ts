import { existsSync } from "node:fs";
import { opensshMissing } from "../../server/src/engine/testing/openssh.ts";
import { decisionTimes, longestWait } from "../../server/src/gateway/testing/decision-times.ts";
import { evasionCorpus } from "../../server/src/gateway/testing/evasion-corpus.ts";
import type { CorpusShell } from "../../server/src/gateway/testing/evasion-form.ts";
import { type EvasionTrial, startTrial } from "../../server/src/gateway/testing/evasion-trial.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { below, judged, median, type Row, unmeasured } from "../table.ts";

/** Milliseconds for the decision about one command. */
const limit = 0.2;

/** How much longer an echo may take with rules than without. */
const mostEcho = 1.2;

/** Milliseconds for which a session that begins may hold up the others. */
const longestPause = 20;

const groups = 200;
const lines = 50;

/** How fast a command is decided about, what filters cost a keystroke, and which ways around them are known. */
export async function measureCommandRules({ sizes }: Fixtures): Promise<Row[]> {
  const forms = evasionCorpus.filter((_, at) => at % sizes.evasionStep === 0);
  const missing = opensshMissing();
  const name = "evasion forms claimed readable that reach a shell undecided";
  if (missing !== null) return [decision(), await waiting(sizes), unmeasured(name, missing, "0")];
  const trial = await startTrial();
  try {
    const rows: Row[] = [decision(), await waiting(sizes)];
    // The first terminal is slower than all others.
    await trial.echo(false);
    const [without, withRules, ratio] = await echoes(trial, sizes);
    rows.push(
      judged(
        "keystroke echo with command rules",
        `${withRules.toFixed(2)} ms`,
        `<= ${mostEcho} times`,
        ratio <= mostEcho,
        { beside: `without rules ${without.toFixed(2)} ms`, ratio },
      ),
    );
    for (const shell of ["bash", "zsh", "dash", "fish"] satisfies CorpusShell[]) {
      if (!existsSync(`/usr/bin/${shell}`)) {
        rows.push(unmeasured(`${name}, ${shell}`, `${shell} is not installed`, "0"));
        continue;
      }
      const { tried, passed, unclaimed, unclaimedRun } = await trial.run(shell, { forms });
      rows.push(
        judged(
          `${name}, ${shell}`,
          `${passed.length} of ${tried - unclaimed}; ${unclaimedRun.length} of ${unclaimed} not claimed`,
          "0",
          passed.length === 0,
          { beside: `${forms.length} forms` },
        ),
      );
    }
    return rows;
  } finally {
    await trial.close();
  }
}

/** The echo without and with rules, in turns so that both see the same machine, and the median of their ratios. */
async function echoes(
  trial: EvasionTrial,
  { echoTurns, echoKeys }: Sizes,
): Promise<[without: number, withRules: number, ratio: number]> {
  const pairs: { without: number; withRules: number }[] = [];
  for (let turn = 0; turn < echoTurns; turn += 1) {
    const without = median(await trial.echo(false, echoKeys));
    pairs.push({ without, withRules: median(await trial.echo(true, echoKeys)) });
  }
  return [
    median(pairs.map((pair) => pair.without)),
    median(pairs.map((pair) => pair.withRules)),
    median(pairs.map((pair) => pair.withRules / pair.without)),
  ];
}

/** What other sessions wait for while one begins that many rules fit. */
async function waiting({ ruleStarts }: Sizes): Promise<Row> {
  const waits: number[] = [];
  for (let start = 0; start < ruleStarts; start += 1) waits.push(await longestWait(groups, lines));
  return below(
    `others wait while ${groups} groups of ${lines} lines are made ready (CPU)`,
    median(waits),
    longestPause,
  );
}

/** A usual line that no group names, so that all are asked. */
const decision = (): Row =>
  below(
    `decision about a command, ${groups} groups of ${lines} lines`,
    median(decisionTimes(groups, lines)),
    limit,
  );
