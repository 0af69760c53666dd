import type { ReactNode } from "react";
import "./charts.css";

const RADIUS = 42;
const ROUND = 2 * Math.PI * RADIUS;

/** Props of {@link Ring}. */
export interface RingProps {
  /** What the share is of, in words with its numbers: the picture's name. */
  readonly label: string;
  readonly part: number;
  /** 0 or less: nothing is there that could have a part. */
  readonly whole: number;
  /** Which of the series' colours; default the first. */
  readonly tone?: 1 | 2 | 3 | 4;
  /** Stands in its middle. */
  readonly children: ReactNode;
}

/** The share of a part in a whole, from 0 to 1. */
export const shareOf = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.max(0, Math.min(1, part / whole));

/** A share as a ring. */
export function Ring({ label, part, whole, tone = 1, children }: RingProps) {
  return (
    <div className="ring">
      <svg role="img" aria-label={label} viewBox="0 0 100 100">
        <circle className="ring-ground" cx={50} cy={50} r={RADIUS} />
        <circle
          className={`ring-part series-${tone}`}
          cx={50}
          cy={50}
          r={RADIUS}
          strokeDasharray={`${shareOf(part, whole) * ROUND} ${ROUND}`}
        />
      </svg>
      <div className="ring-text">{children}</div>
    </div>
  );
}
