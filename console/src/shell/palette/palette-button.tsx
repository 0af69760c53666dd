import { SearchOutlined } from "@ant-design/icons";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RouteEntry } from "../routes/route-entry.ts";
import "./palette-button.css";
import { isPaletteShortcut } from "./palette-items.ts";

const CommandPalette = lazy(() => import("./command-palette.tsx"));

const APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

/** Opens the command palette, by click and by Ctrl/⌘ K. Its code is loaded the first time. */
export function PaletteButton({ screens }: { readonly screens: readonly RouteEntry[] }) {
  const { t } = useTranslation("shell");
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isPaletteShortcut(event, APPLE)) return;
      event.preventDefault();
      setOpen((now) => !now);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-label={t("palette.open")}
        aria-keyshortcuts={APPLE ? "Meta+K" : "Control+K"}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <SearchOutlined />
        <span className="palette-button-text">{t("palette.hint")}</span>
        <kbd>{APPLE ? "⌘ K" : "Ctrl K"}</kbd>
      </button>
      {open ? (
        <Suspense>
          <CommandPalette screens={screens} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
