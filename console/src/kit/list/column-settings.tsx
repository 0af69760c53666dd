import { SettingOutlined } from "@ant-design/icons";
import { Button, Checkbox, Popover } from "antd";
import { useTranslation } from "react-i18next";
import type { Column } from "./columns.ts";

interface ColumnSettingsProps {
  readonly columns: readonly Column[];
  readonly visible: ReadonlySet<string>;
  readonly locked: readonly string[];
  /** undefined returns to the defaults. */
  readonly onChange: (names: readonly string[] | undefined) => void;
}

/** Chooses the columns of a table; the choice takes effect at once. */
export function ColumnSettings({ columns, visible, locked, onChange }: ColumnSettingsProps) {
  const { t } = useTranslation(["kit", "common"]);
  const toggle = (name: string, on: boolean) =>
    onChange(columns.map((column) => column.name).filter((item) => (item === name ? on : visible.has(item))));
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t("list.columns")}
      content={
        <div className="column-settings">
          <div className="column-settings-grid">
            {columns.map(({ name, title }) => (
              <Checkbox
                key={name}
                checked={visible.has(name)}
                disabled={locked.includes(name)}
                onChange={(event) => toggle(name, event.target.checked)}
              >
                {title}
              </Checkbox>
            ))}
          </div>
          <Button size="small" type="link" onClick={() => onChange(undefined)}>
            {t("list.restoreColumns")}
          </Button>
        </div>
      }
    >
      <Button icon={<SettingOutlined />} aria-label={t("list.columns")} title={t("list.columns")} />
    </Popover>
  );
}
