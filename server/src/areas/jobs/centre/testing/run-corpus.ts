import { type EscapeAttempt, escapeCorpus } from "./escape-corpus.ts";

/** The attempts as one script for a shell. */
export const corpusScript: string = escapeCorpus
  .map(({ command }, at) => `echo '@@${at}@@'; ( ${command} ) 2>&1; echo`)
  .join("\n");

/** The attempts that nothing stopped, or not what should, by what the script said. */
export function gotThrough(output: string): readonly (EscapeAttempt & { readonly said: string })[] {
  const answers = new Map(
    output.split(/@@(?=\d+@@)/).map((part) => {
      const [at, ...said] = part.split("@@");
      return [Number(at), said.join("@@").trim()] as const;
    }),
  );
  return escapeCorpus.flatMap((attempt, at) => {
    const said = answers.get(at) ?? "";
    return attempt.stopped.test(said) ? [] : [{ ...attempt, said }];
  });
}
