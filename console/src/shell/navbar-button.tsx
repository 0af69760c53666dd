import { Button } from "antd";
import type { ReactNode } from "react";
import "./navbar-button.css";

/** Largest number on a badge; larger numbers are shown as this and a plus. */
const LARGEST_BADGE = 99;

/** The text of a badge. */
export function badgeText(count: number): string {
  return count > LARGEST_BADGE ? `${LARGEST_BADGE}+` : String(count);
}

interface NavbarButtonProps {
  readonly icon: ReactNode;
  /** Tooltip. */
  readonly label: string;
  /** Name for screen readers when it says more than the tooltip. */
  readonly name?: string;
  /** Number at the corner; it lies over the icon, so that nothing moves when it comes. */
  readonly badge?: number;
  /** Whether what the button opens is open; undefined for a button that leads elsewhere. */
  readonly expanded?: boolean;
  readonly onClick: () => void;
}

/** A round of the navigation bar: an icon, maybe with a number. */
export function NavbarButton({ icon, label, name, badge = 0, expanded, onClick }: NavbarButtonProps) {
  return (
    <Button
      type="text"
      className="navbar-button"
      icon={icon}
      aria-label={name ?? label}
      title={label}
      onClick={onClick}
      {...(expanded === undefined ? {} : { "aria-expanded": expanded, "aria-haspopup": "dialog" as const })}
    >
      {badge > 0 ? (
        <span className="navbar-badge" aria-hidden="true">
          {badgeText(badge)}
        </span>
      ) : null}
    </Button>
  );
}
