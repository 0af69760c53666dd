/** A state in words with a coloured dot; the words carry the meaning. */
export function StatusMark({ good, text }: { readonly good: boolean; readonly text: string }) {
  return (
    <span className={good ? "status status-good" : "status status-bad"}>
      <span className="status-dot" aria-hidden="true" />
      {text}
    </span>
  );
}
