import type { ComponentProps, ReactNode } from "react";

/** What else a tool may listen to. */
type Listeners = Pick<ComponentProps<"button">, "onMouseEnter" | "onMouseLeave" | "onBlur" | "onKeyDown">;

interface ToolButtonProps extends Listeners {
  readonly icon: ReactNode;
  /** What it does: told on pointing, and to screen readers. */
  readonly name: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A tool in the bar of a list. Every list draws several at once, so it is no library component. */
export function ToolButton({ icon, name, disabled = false, onClick, ...listeners }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="tool-button"
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onClick}
      {...listeners}
    >
      {icon}
    </button>
  );
}
