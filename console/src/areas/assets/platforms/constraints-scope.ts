import { createContext, use } from "react";
import { type Constraints, readConstraints } from "./constraints.ts";

const NOTHING_ALLOWED = readConstraints({});

/** Provided around the forms of a platform. */
export const ConstraintsContext = createContext<Constraints>(NOTHING_ALLOWED);

/** What the type of the platform in the form around an input allows. */
export function useConstraintsOfForm(): Constraints {
  return use(ConstraintsContext);
}
