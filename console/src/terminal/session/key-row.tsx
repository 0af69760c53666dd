import "./key-row.css";
import { type PointerEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type HeldKeys, keySequence, NOTHING_HELD, type RowKey, withHeldKeys } from "./held-keys.ts";

/** Props of the row. */
export interface KeyRowProps {
  readonly held: HeldKeys;
  onHold(held: HeldKeys): void;
  /** Sends what a key stands for, as if it had been typed. */
  onSend(sequence: string): void;
  /** Whether the program asked for the other codes of the arrows. */
  isApplication(): boolean;
}

/** How long a key is pressed before it repeats, and how often then, in milliseconds. */
const REPEAT_AFTER = 400;
const REPEAT_EVERY = 60;

const ARROWS = { left: "←", up: "↑", down: "↓", right: "→" } as const;

/**
 * The keys that the keyboards of phones lack. Touching them leaves the focus where it is, so that the keyboard on the
 * screen stays.
 */
export function KeyRow({ held, onHold, onSend, isApplication }: KeyRowProps) {
  const { t } = useTranslation("terminal");
  const press = (key: RowKey) => {
    onSend(keySequence(key, held, isApplication()));
    onHold(NOTHING_HELD);
  };
  const type = (character: string) => {
    onSend(withHeldKeys(character, held) ?? character);
    onHold(NOTHING_HELD);
  };
  const characters = (text: string) =>
    [...text].map((character) => <Key key={character} label={character} onPress={() => type(character)} />);
  return (
    <div role="toolbar" aria-label={t("keys.row")} className="luna-keys">
      <Key label="Esc" onPress={() => press("escape")} />
      <Key label="Tab" onPress={() => press("tab")} />
      <Key label="Ctrl" isPressed={held.isCtrl} onPress={() => onHold({ ...held, isCtrl: !held.isCtrl })} />
      <Key label="Alt" isPressed={held.isAlt} onPress={() => onHold({ ...held, isAlt: !held.isAlt })} />
      {characters("|/-~")}
      {(["left", "up", "down", "right"] as const).map((key) => (
        <Key key={key} label={ARROWS[key]} name={t(`keys.${key}`)} repeats onPress={() => press(key)} />
      ))}
    </div>
  );
}

interface KeyProps {
  readonly label: string;
  /** What it is called where the label is a sign. */
  readonly name?: string;
  /** Set for a key that stays down. */
  readonly isPressed?: boolean;
  /** Whether it goes on while it is held. */
  readonly repeats?: boolean;
  onPress(): void;
}

function Key({ label, name = label, isPressed, repeats = false, onPress }: KeyProps) {
  const latest = useRef(onPress);
  latest.current = onPress;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const repeat = (after: number) => {
    timer.current = setTimeout(() => {
      latest.current();
      repeat(REPEAT_EVERY);
    }, after);
  };
  const down = (event: PointerEvent) => {
    event.preventDefault();
    onPress();
    if (repeats) repeat(REPEAT_AFTER);
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={name}
      {...(isPressed === undefined ? {} : { "aria-pressed": isPressed })}
      onPointerDown={down}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onMouseDown={(event) => event.preventDefault()}
      onContextMenu={(event) => event.preventDefault()}
      // Assistive technology clicks without a pointer.
      onClick={(event) => event.detail === 0 && onPress()}
    >
      {label}
    </button>
  );
}
