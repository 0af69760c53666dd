import type { FoundObject, PaletteAct } from "./palette-kinds.ts";

/** An asset, whom it is granted to, and the act that begins the permission. */
export interface GrantPair {
  readonly asset: FoundObject;
  readonly subject: FoundObject;
  readonly act: PaletteAct;
}

/** Most of each side that are paired. */
const MOST = 3;

const isSubject = ({ kind }: FoundObject): boolean => kind === "users" || kind === "groups";

/**
 * Pairs what was found for the two parts of "grant … to …", whichever way round they are: assets with users and groups.
 *
 * @param actsOf what can be done with an object; pairs are made of those that can be granted by themselves
 */
export function grantPairs(
  one: readonly FoundObject[],
  other: readonly FoundObject[],
  actsOf: (object: FoundObject) => readonly PaletteAct[],
): GrantPair[] {
  const pairs = (assets: readonly FoundObject[], subjects: readonly FoundObject[]): GrantPair[] =>
    assets
      .filter(({ kind }) => kind === "assets")
      .slice(0, MOST)
      .flatMap((asset) =>
        subjects
          .filter(isSubject)
          .slice(0, MOST)
          .flatMap((subject) => {
            const act = joined(actsOf(asset), actsOf(subject));
            return act === undefined ? [] : [{ asset, subject, act }];
          }),
      );
  return [...pairs(one, other), ...pairs(other, one)];
}

/** One page with the queries of both. */
function joined(one: readonly PaletteAct[], other: readonly PaletteAct[]): PaletteAct | undefined {
  const [first, second] = [one, other].map((acts) => acts.find(({ name }) => name === "grant"));
  if (first === undefined || second === undefined || !("to" in first) || !("to" in second)) return undefined;
  return { name: "grant", to: `${first.to}&${second.to.split("?")[1] ?? ""}` };
}
