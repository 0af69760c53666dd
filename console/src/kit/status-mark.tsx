/** Props of {@link StatusMark}. */
export interface StatusMarkProps {
  /** Whether the state is as wanted. */
  readonly good: boolean;
  readonly text: string;
  /** The opposite of good is nothing to worry about. */
  readonly calm?: boolean;
}

/** A state in words with a coloured dot; the words carry the meaning. */
export function StatusMark({ good, text, calm }: StatusMarkProps) {
  const tone = good ? "status-good" : calm === true ? "status-idle" : "status-bad";
  return (
    <span className={`status ${tone}`}>
      <span className="status-dot" aria-hidden="true" />
      {text}
    </span>
  );
}
