import { QuestionCircleOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ToolButton } from "./tool-button.tsx";

const SHORTCUTS = [
  ["/", "search"],
  ["↑ ↓ Home End", "move"],
  ["Enter", "open"],
  ["Space", "toggle"],
  ["Shift + ↑ ↓", "extend"],
  ["Ctrl/⌘ + A", "page"],
  ["Esc", "clear"],
  ["Shift + F10", "menu"],
  ["PgUp PgDn", "turn"],
] as const;

/** The keys of a list, on pointing and on click. What shows them is made when it is asked for. */
export function ShortcutsHelp() {
  const { t } = useTranslation("list");
  const [open, setOpen] = useState(false);
  return (
    <span className="list-keys-help">
      <ToolButton
        icon={<QuestionCircleOutlined />}
        name={t("keys.title")}
        onClick={() => setOpen((shown) => !shown)}
        onMouseEnter={() => setOpen(true)}
        onMouseLeave={() => setOpen(false)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setOpen(false);
        }}
      />
      {open ? (
        <Popover open placement="bottomRight" title={t("keys.title")} content={<ShortcutsTable />}>
          <span className="list-keys-place" aria-hidden="true" />
        </Popover>
      ) : null}
    </span>
  );
}

function ShortcutsTable() {
  const { t } = useTranslation("list");
  return (
    <dl className="list-keys">
      {SHORTCUTS.map(([keys, name]) => (
        <div key={name}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{t(`keys.${name}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
