import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loads the estimator with the first password somebody chooses: its dictionaries take memory. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}

/** Words of this product and of its field, which are tried first here. */
const ownWords = ["sallyport", "bastion", "gateway", "jumpserver"];

/** Characters that are looked at: what is hard to guess is so by then, and the estimate's time grows with them. */
const looksAt = 32;

/** Smallest score that passes, of 0 to 4: some 100 million guesses. */
const passing = 3;

/** Whether a password would be among the first that are tried: common ones, sequences, repetitions, the given words. */
export async function isGuessable(password: string, words: readonly string[]): Promise<boolean> {
  estimator ??= loadEstimator();
  const { score } = (await estimator).check([...password].slice(0, looksAt).join(""), [
    ...ownWords,
    ...words,
  ]);
  return score < passing;
}
