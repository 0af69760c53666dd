import { createContext, useContext } from "react";

/** Who is informed that something was chosen in a tree: the drawer it is in, which then closes. */
export const TreeChosenContext = createContext<() => void>(() => {});

/** Tells whoever holds the tree that something was chosen in it. */
export function useTreeChosen(): () => void {
  return useContext(TreeChosenContext);
}
