import type { ReactNode } from "react";
import { isRecord } from "../../kit/api/api-error.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { TimeText } from "../../kit/time-text.tsx";
import { SOURCES } from "./sources.ts";
import { useSourceTexts } from "./use-source-texts.ts";
import "./links.css";

/** The name of a source by which the API knows it, of what it answers. */
export const sourceName = (source: unknown): unknown => (isRecord(source) ? source.value : source);

/** How people read a source the API answers. */
export function sourceLabel(source: unknown): string {
  const name = sourceName(source);
  return SOURCES.find((one) => one.name === name)?.label ?? valueText(source);
}

interface LinkRowProps {
  readonly link: Row;
  /** What can be done with it, or why nothing. */
  readonly children: ReactNode;
}

/** A link in a card: with which source, as whom there, since when. */
export function LinkRow({ link, children }: LinkRowProps) {
  const { t } = useSourceTexts();
  return (
    <li>
      <span className="source-links-facts">
        <strong>{sourceLabel(link.source)}</strong>
        <span>{String(link.subject)}</span>
        <span className="hint">
          {t("sources:card.since")} <TimeText value={link.date_created} />
        </span>
      </span>
      {children}
    </li>
  );
}
