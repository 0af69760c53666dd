import { useTranslation } from "react-i18next";
import { type PaletteOption, secondAct } from "./palette-option.ts";

interface PaletteFootProps {
  readonly option: PaletteOption | undefined;
  /** Whether the options are the acts on one object. */
  readonly isInside: boolean;
}

/** What the keys do with the marked option. */
export function PaletteFoot({ option, isInside }: PaletteFootProps) {
  const { t } = useTranslation("palette");
  const [first] = option?.acts ?? [];
  const second = option === undefined ? undefined : secondAct(option);
  const secondName = second !== undefined && second !== option?.acts[1] ? "newTab" : second?.name;
  return (
    <p className="palette-foot" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t("keys.move")}
      </span>
      {first === undefined ? null : (
        <span>
          <kbd>Enter</kbd> {t(`act.${first.name}`)}
        </span>
      )}
      {secondName === undefined || isInside ? null : (
        <span>
          <kbd>Ctrl Enter</kbd> {t(`act.${secondName}`)}
        </span>
      )}
      {isInside || (option?.acts.length ?? 0) < 2 ? null : (
        <span>
          <kbd>→</kbd> {t("keys.more")}
        </span>
      )}
      {isInside ? (
        <span>
          <kbd>←</kbd> {t("keys.back")}
        </span>
      ) : (
        <span>
          <kbd>Esc</kbd> {t("keys.close")}
        </span>
      )}
    </p>
  );
}
