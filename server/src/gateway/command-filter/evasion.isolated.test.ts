import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { opensshMissing } from "../../engine/testing/openssh.ts";
import type { CorpusShell } from "../testing/evasion-corpus.ts";
import { type EvasionTrial, startTrial } from "../testing/evasion-trial.ts";

const missing = opensshMissing();

describe.skipIf(missing !== null)("ways around a rule about commands", () => {
  let trial: EvasionTrial;
  beforeAll(async () => {
    trial = await startTrial();
  });
  afterAll(() => trial?.close());

  for (const shell of ["bash", "zsh", "dash", "fish"] satisfies CorpusShell[]) {
    test.skipIf(!existsSync(`/usr/bin/${shell}`))(
      `none that is claimed readable works in ${shell}`,
      async () => {
        const { passed, tried, unseen } = await trial.run(shell);
        expect(passed).toEqual([]);
        expect(unseen).toEqual([]);
        expect(tried).toBeGreaterThan(60);
      },
      180_000,
    );
  }
});
