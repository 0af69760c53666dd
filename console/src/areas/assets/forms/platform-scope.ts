import { createContext, use } from "react";
import type { FormValues } from "../../../kit/form/form-model.ts";
import type { Row } from "../../../kit/metadata/types.ts";

/** What the inputs of an asset's form share: the platform it is made of, and the way to another one. */
export interface PlatformScope {
  readonly platform: Row;
  /** Makes the form that of another platform, keeping what was entered. */
  readonly change: (id: string, entries: FormValues) => void;
  /** Protocols that went with the last change of the platform. */
  readonly dropped: readonly string[];
}

/** Provided around the form of an asset. */
export const PlatformScopeContext = createContext<PlatformScope | undefined>(undefined);

/** The platform of the form around an input. */
export function usePlatformScope(): PlatformScope {
  const scope = use(PlatformScopeContext);
  if (scope === undefined) throw new Error("an input of assets stands outside an asset's form");
  return scope;
}
