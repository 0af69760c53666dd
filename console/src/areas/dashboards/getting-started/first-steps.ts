import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../kit/api/client.ts";
import { orIfNotFound } from "../../../kit/api/not-found.ts";

/** The steps from an empty organization to a recorded session, in their order. */
export const STEPS = ["asset", "permission", "session", "replay"] as const;

/** One of them. */
export type StepName = (typeof STEPS)[number];

/** How far an organization is (docs/contract/console.md, "Get started"). */
export interface FirstSteps {
  readonly steps: Readonly<Record<StepName, boolean>>;
  readonly is_completed: boolean;
  /** Whether the organization was filled for a demonstration, which counts for no step. */
  readonly has_sample: boolean;
  /** The asset that was worked on last. */
  readonly asset: { readonly id: string; readonly name: string; readonly may_connect: boolean } | null;
  /** The latest session with a recording. */
  readonly session: { readonly id: string } | null;
}

/** Milliseconds between looks while steps are taken in other tabs. */
const LOOK_AGAIN = 5_000;

/** How far the organization is; null from a server that does not tell. */
export const firstStepsQuery = queryOptions({
  queryKey: ["object", "getting-started"],
  queryFn: ({ signal }) =>
    orIfNotFound(api<FirstSteps>("/api/v1/sallyport/getting-started/", { signal }), null),
  refetchOnWindowFocus: "always",
  refetchInterval: ({ state }) => (state.data?.is_completed === false ? LOOK_AGAIN : false),
});
