import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { opensshMissing } from "../../engine/testing/openssh.ts";
import type { CorpusShell } from "../testing/evasion-form.ts";
import { type EvasionTrial, startTrial } from "../testing/evasion-trial.ts";

const missing = opensshMissing();

describe.skipIf(missing !== null)("ways around a rule about commands", () => {
  let trial: EvasionTrial;
  beforeAll(async () => {
    trial = await startTrial();
  });
  afterAll(() => trial?.close());

  test("no session is opened whose rules cannot be read", async () => {
    await expect(trial.withoutRules()).rejects.toThrow(/went wrong|internal|again/i);
  });

  test("what is watched runs and is told; a line that cannot be read fits a rule that asks for it", async () => {
    const { shown, levels, alerts } = await trial.watch();
    expect(shown).toContain("Command `echo watched` is watched");
    expect(shown).toContain("watched\r\n");
    expect(shown).toContain("Only commands that can be read are allowed here, and `$SHELL x` cannot.");
    expect(levels).toEqual([
      ["echo watched", 4],
      ["$SHELL x", 5],
    ]);
    expect(alerts).toEqual([4, 5]);
  });

  for (const shell of ["bash", "zsh", "dash", "fish"] satisfies CorpusShell[]) {
    test.skipIf(!existsSync(`/usr/bin/${shell}`))(
      `none that is claimed readable works in ${shell}`,
      async () => {
        const { passed, tried, unseen } = await trial.run(shell);
        expect(passed).toEqual([]);
        expect(unseen).toEqual([]);
        expect(tried).toBeGreaterThan(shell === "fish" ? 50 : 60);
      },
      180_000,
    );
  }

  test("none that is claimed readable runs while people are asked about it", async () => {
    const { passed, tried, unseen } = await trial.run("bash", { action: "review" });
    expect(passed).toEqual([]);
    expect(unseen).toEqual([]);
    expect(tried).toBeGreaterThan(60);
    // Each was held, and given up.
    expect(trial.asked.length).toBeGreaterThan(60);
    expect(new Set(trial.asked.map(({ state }) => state))).toEqual(new Set(["canceled"]));
  }, 180_000);
});
