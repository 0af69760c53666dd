import { QuestionCircleOutlined } from "@ant-design/icons";
import { Button, Popover } from "antd";
import { useTranslation } from "react-i18next";

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

/** The keys of a list. */
export function ShortcutsHelp() {
  const { t } = useTranslation("list");
  return (
    <Popover
      trigger={["click", "hover"]}
      placement="bottomRight"
      title={t("keys.title")}
      content={
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
      }
    >
      <Button
        className="list-keys-button"
        type="text"
        icon={<QuestionCircleOutlined />}
        aria-label={t("keys.title")}
      />
    </Popover>
  );
}
