import i18next from "i18next";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { labelled } from "../../kit/metadata/labelled.ts";
import type { Requirement } from "../../kit/permissions.ts";
import { useSession } from "../../kit/session.ts";

/** Where what a figure counts is listed, and who may see it. */
export interface FigureLink {
  readonly to: string;
  readonly permission: Requirement;
}

/** Props of {@link FigureTile}. */
export interface FigureTileProps {
  readonly label: string;
  /** Undefined while it is not known. */
  readonly value: number | undefined;
  /** Left out where no list shows just this. */
  readonly link?: FigureLink | undefined;
  /** Whether it asks for somebody's attention. */
  readonly tone?: "bad" | undefined;
}

/** A number as people write it. */
export const numberText = (value: number | undefined): string =>
  value === undefined ? "–" : value.toLocaleString(i18next.language);

/** A number that leads to the list it counts, for those who may see that. */
export function FigureTile({ label, value, link, tone }: FigureTileProps) {
  const { can } = useSession();
  const text: ReactNode = (
    <>
      <span
        className={
          tone === "bad" && (value ?? 0) > 0 ? "count-number numeric is-bad" : "count-number numeric"
        }
      >
        {numberText(value)}
      </span>
      <span className="count-label">{label}</span>
    </>
  );
  return link === undefined || !can(link.permission) ? (
    <div className="count-tile is-plain">{text}</div>
  ) : (
    <Link to={link.to} className="count-tile">
      {text}
    </Link>
  );
}

/** Props of {@link FigureNumber}. */
export interface FigureNumberProps extends Omit<FigureTileProps, "tone"> {
  readonly className: string;
}

/** The number alone; `label` is what it counts, for those who hear it. */
export function FigureNumber({ className, label, value, link }: FigureNumberProps) {
  const { can } = useSession();
  const text = numberText(value);
  return link === undefined || !can(link.permission) ? (
    <span className={`numeric ${className}`}>{text}</span>
  ) : (
    <Link to={link.to} className={`numeric ${className}`} aria-label={labelled(label, text)}>
      {text}
    </Link>
  );
}

/** The same in a line of text. */
export function FigureText({ tone: _, ...figure }: FigureTileProps) {
  return (
    <p className="figure-text">
      <span className="count-label">{figure.label}</span> <FigureNumber {...figure} className="chart-value" />
    </p>
  );
}
