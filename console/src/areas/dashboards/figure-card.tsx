import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FailureNotice } from "../../kit/list/list-states.tsx";
import type { Figures } from "./index-figures.ts";

/** Figures, or why there are none. */
export type FigureState = Pick<UseQueryResult<Figures>, "data" | "error" | "refetch">;

/** Props of {@link FigureCard}. */
export interface FigureCardProps {
  readonly title: string;
  readonly figures: FigureState;
  /** Stands beside the title. */
  readonly aside?: ReactNode;
  /** What is drawn of the figures; before they are there as well, if it can be. */
  readonly children: (figures: Figures | undefined) => ReactNode;
}

/** A card of figures: they keep their place while they load, and what failed can be tried again. */
export function FigureCard({ title, figures, aside, children }: FigureCardProps) {
  const { data, error } = figures;
  return (
    <section className="card figure-card">
      <div className="figure-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {error !== null && data === undefined ? (
        <FailureNotice error={error} onRetry={() => void figures.refetch()} />
      ) : (
        <div aria-busy={data === undefined}>{children(data)}</div>
      )}
    </section>
  );
}
