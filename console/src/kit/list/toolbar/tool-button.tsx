import type { ReactNode } from "react";

interface ToolButtonProps {
  readonly icon: ReactNode;
  /** What it does: told on pointing, and to screen readers. */
  readonly name: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A tool in the bar of a list. Every list draws several at once, so it is no library component. */
export function ToolButton({ icon, name, disabled = false, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="tool-button"
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
