import { SearchOutlined } from "@ant-design/icons";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { failureText } from "../../kit/feedback.ts";
import type { RouteEntry } from "../routes/route-entry.ts";
import "./palette.css";
import { nextActive } from "./palette-items.ts";
import { type PaletteOption, usePaletteItems } from "./use-palette-items.ts";

interface CommandPaletteProps {
  /** Every screen the person may open. */
  readonly screens: readonly RouteEntry[];
  readonly onClose: () => void;
}

const GROUPS = ["recent", "pages", "assets"] as const;

interface OptionsProps {
  readonly id: string;
  readonly options: readonly PaletteOption[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onChoose: (option: PaletteOption, newTab: boolean) => void;
}

function Options({ id, options, active, onActive, onChoose }: OptionsProps) {
  const { t } = useTranslation("shell");
  return (
    <div id={id} className="palette-options" role="listbox" aria-label={t("palette.results")} tabIndex={-1}>
      {GROUPS.filter((group) => options.some((option) => option.group === group)).map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
        <div role="group" aria-labelledby={`${id}-${group}`} key={group}>
          <p id={`${id}-${group}`} className="palette-heading">
            {t(`palette.${group}`)}
          </p>
          {options.map((option, index) =>
            option.group !== group ? null : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled where the focus is, in the input
              <div
                key={option.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={index === active ? "palette-option is-active" : "palette-option"}
                onPointerMove={() => onActive(index)}
                onClick={(event) => onChoose(option, event.ctrlKey || event.metaKey)}
              >
                <span className="palette-title">{option.title}</span>
                <span className="palette-hint">{option.hint}</span>
              </div>
            ),
          )}
        </div>
      ))}
    </div>
  );
}

/** Goes to any page or connects to any asset in a few keys. */
export default function CommandPalette({ screens, onClose }: CommandPaletteProps) {
  const { t } = useTranslation(["shell", "common"]);
  const navigate = useNavigate();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState("");
  const [marked, setActive] = useState(0);
  const { options, searching, failure } = usePaletteItems(screens, typed);
  const active = nextActive(marked, options.length, "");
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-list-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  const choose = (option: PaletteOption, newTab: boolean) => {
    onClose();
    if (option.group === "assets") window.open(option.target, "_blank", "noopener");
    else if (newTab) window.open(`/ui${option.target}`, "_blank", "noopener");
    else void navigate(option.target);
  };
  const press = (event: KeyboardEvent) => {
    // Enter that ends the composition of a character chooses nothing.
    if (event.nativeEvent.isComposing) return;
    if (/^(Arrow(Up|Down)|Page(Up|Down))$/.test(event.key)) {
      event.preventDefault();
      setActive(nextActive(active, options.length, event.key));
    } else if (event.key === "Enter") {
      event.preventDefault();
      const option = options[active];
      if (option !== undefined) choose(option, event.ctrlKey || event.metaKey);
    }
  };
  const state = searching ? t("palette.searching") : t("palette.count", { count: options.length });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the palette closes it, as Escape does
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t("palette.open")}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="palette-body">
        <div className="palette-input">
          <SearchOutlined />
          <input
            type="text"
            role="combobox"
            aria-label={t("palette.hint")}
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            {...(options.length > 0 ? { "aria-activedescendant": `${id}-list-${active}` } : {})}
            placeholder={t("palette.placeholder")}
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(0);
            }}
            onKeyDown={press}
          />
          <button type="button" className="palette-close" onClick={onClose}>
            {t("common:close")}
          </button>
        </div>
        <Options id={`${id}-list`} options={options} active={active} onActive={setActive} onChoose={choose} />
        {options.length === 0 && !searching ? <p className="palette-note">{t("palette.nothing")}</p> : null}
        {failure === null ? null : (
          <p className="palette-note" role="alert">
            {t("palette.failed")} {failureText(failure)}
          </p>
        )}
        <p className="palette-foot" aria-hidden="true">
          {searching ? state : t("palette.keys")}
        </p>
        <p className="visually-hidden" role="status">
          {state}
        </p>
      </div>
    </dialog>
  );
}
