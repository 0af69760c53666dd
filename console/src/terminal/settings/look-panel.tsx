import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { LookFields } from "./look-fields.tsx";

/** How terminals look, beside them: the fields take the focus, and Escape closes them. */
export default function LookPanel({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("terminal");
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>("input:checked")?.focus(), []);
  return (
    <div
      ref={panel}
      role="dialog"
      tabIndex={-1}
      aria-label={t("toolbar.look")}
      className="luna-look"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <LookFields prefix="luna-look" />
    </div>
  );
}
