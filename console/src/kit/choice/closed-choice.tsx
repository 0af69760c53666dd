import { DownOutlined } from "@ant-design/icons";
import { type ReactNode, Suspense, useReducer } from "react";
import "./closed-choice.css";

interface ClosedChoiceProps {
  /** What is chosen, for those who do not see it. */
  readonly label: string;
  /** The name of what is chosen now. */
  readonly text: string;
  readonly className: string;
  readonly isDisabled?: boolean;
  /** The choice itself, already open when it appears. */
  readonly children: ReactNode;
}

/**
 * A choice as it looks closed. The list to choose from is loaded when it is first wanted: it is large, and most people
 * stay with what is chosen.
 */
export function ClosedChoice({ label, text, className, isDisabled = false, children }: ClosedChoiceProps) {
  const [isWanted, want] = useReducer(() => true, false);
  const closed = (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-label={label}
      className={`${className} closed-choice`}
      disabled={isDisabled}
      onClick={want}
      onKeyDown={({ key }) => (key === "ArrowDown" || key === "ArrowUp" ? want() : undefined)}
    >
      <span>{text}</span>
      <DownOutlined />
    </button>
  );
  return isWanted ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}
