/** Props of {@link StatusMark}. */
export interface StatusMarkProps {
  /** Whether the state is as wanted. */
  readonly good: boolean;
  readonly text: string;
  /** The opposite of good is nothing to worry about. */
  readonly calm?: boolean;
  /** The opposite of good is a warning: nothing has failed. */
  readonly warning?: boolean;
}

/** A state in words with a coloured dot; the words carry the meaning. */
export function StatusMark({ good, text, calm, warning }: StatusMarkProps) {
  const wrong = calm === true ? "status-idle" : warning === true ? "status-warning" : "status-bad";
  const tone = good ? "status-good" : wrong;
  return (
    <span className={`status ${tone}`}>
      <span className="status-dot" aria-hidden="true" />
      {text}
    </span>
  );
}
