import type { ReactNode, Ref } from "react";

/** Props of the picture. */
export interface PlayerPictureProps {
  /** The element itself. */
  ref?: Ref<HTMLDivElement>;
  className?: string;
  /** Whether what is to be shown is still on its way. */
  busy?: boolean;
  onClick(): void;
  children?: ReactNode;
}

/** What a player shows. A click anywhere on it is a shortcut of the play button. */
export function PlayerPicture({ ref, className = "", busy, onClick, children }: PlayerPictureProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the space key does the same everywhere on the page
    // biome-ignore lint/a11y/noStaticElementInteractions: the play button is the control, this only a shortcut of it
    <div className={`luna-player ${className}`} ref={ref} aria-busy={busy} onClick={onClick}>
      {children}
    </div>
  );
}
