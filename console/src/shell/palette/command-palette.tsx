import { ArrowLeftOutlined, SearchOutlined } from "@ant-design/icons";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../kit/feedback.ts";
import type { RouteEntry } from "../routes/route-entry.ts";
import "./palette.css";
import { PaletteFoot } from "./palette-foot.tsx";
import { PaletteOptions } from "./palette-options.tsx";
import { usePaletteChoice } from "./use-palette-choice.ts";

interface CommandPaletteProps {
  /** Every screen the person may open. */
  readonly screens: readonly RouteEntry[];
  readonly onClose: () => void;
}

type Choice = ReturnType<typeof usePaletteChoice>;

/** What there is to say beside the options: nothing found, not all, or a failure. */
function PaletteNotes({ choice }: { readonly choice: Choice }) {
  const { t } = useTranslation("palette");
  const { hasFound, inside, isDecided, verb, searching, incomplete, failure, retry } = choice;
  const nothing = verb === "disconnect" ? t("nothingRunning") : t("nothing");
  return (
    <>
      {!hasFound && inside === undefined && !searching && failure === null ? (
        <p className="palette-note">{isDecided ? t("typeMore") : nothing}</p>
      ) : null}
      {failure === null ? null : (
        <p className="palette-note" role="alert">
          {t("failed")} {failureText(failure)}{" "}
          <button type="button" className="palette-retry" onClick={retry}>
            {t("retry")}
          </button>
        </p>
      )}
      {incomplete && !searching ? <p className="palette-note">{t("incomplete")}</p> : null}
    </>
  );
}

function PaletteInput({ id, choice, onClose }: { id: string; choice: Choice; onClose: () => void }) {
  const { t } = useTranslation("palette");
  const { options, active, inside, enter } = choice;
  return (
    <div className="palette-input">
      {inside === undefined ? (
        <SearchOutlined />
      ) : (
        <button
          type="button"
          className="palette-back"
          aria-label={t("back")}
          onClick={() => enter(undefined)}
        >
          <ArrowLeftOutlined />
        </button>
      )}
      <input
        type="text"
        role="combobox"
        aria-label={t("label")}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(options.length > 0 ? { "aria-activedescendant": `${id}-list-${active}` } : {})}
        placeholder={t("placeholder")}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={128}
        value={choice.typed}
        onChange={(event) => choice.type(event.target.value)}
        onKeyDown={choice.press}
      />
      <button type="button" className="palette-close" onClick={onClose}>
        {t("close")}
      </button>
    </div>
  );
}

/** Finds any page and object, and does what can be done with it, in a few keys. */
export default function CommandPalette({ screens, onClose }: CommandPaletteProps) {
  const { t } = useTranslation(["palette", "shell"]);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const choice = usePaletteChoice({ screens, nameOf: ({ name }) => t(`act.${name}`), onClose });
  const { options, active, inside, searching } = choice;
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-list-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the palette closes it, as Escape does
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t("shell:palette.open")}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="palette-body">
        <PaletteInput id={id} choice={choice} onClose={onClose} />
        <div className={searching ? "palette-progress is-busy" : "palette-progress"} aria-hidden="true" />
        <PaletteOptions
          id={`${id}-list`}
          options={options}
          active={active}
          looked={inside === undefined ? choice.looked : ""}
          {...(inside === undefined ? {} : { heading: inside.title })}
          onActive={choice.setActive}
          onChoose={choice.choose}
          onMore={choice.enter}
        />
        <PaletteNotes choice={choice} />
        <PaletteFoot option={options[active]} isInside={inside !== undefined} />
        <p className="visually-hidden" role="status">
          {searching ? t("searching") : t("count", { count: options.length })}
        </p>
      </div>
    </dialog>
  );
}
