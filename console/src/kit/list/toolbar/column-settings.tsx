import { Alert, Button, Checkbox, Modal, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TimeStyle } from "../table-config.ts";
import type { ColumnChoice } from "../use-columns.ts";

interface ColumnSettingsProps {
  readonly columns: ColumnChoice;
  readonly timeStyle: TimeStyle;
  readonly onTimeStyle: (style: TimeStyle) => void;
  readonly onClose: () => void;
}

/** Chooses the columns of a list, and how lists show times; takes effect when confirmed. */
export default function ColumnSettings({ columns, timeStyle, onTimeStyle, onClose }: ColumnSettingsProps) {
  const { t } = useTranslation(["list", "common"]);
  const [chosen, setChosen] = useState(() => new Set(columns.visible.map(({ name }) => name)));
  const [style, setStyle] = useState(timeStyle);
  const toggle = (name: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(name);
    else next.delete(name);
    setChosen(next);
  };
  const finish = (names: readonly string[] | undefined, nextStyle: TimeStyle) => {
    columns.choose(names);
    onTimeStyle(nextStyle);
    onClose();
  };
  return (
    <Modal
      open
      title={t("columns.title")}
      width="min(720px, 94vw)"
      onCancel={onClose}
      footer={[
        <Button key="restore" onClick={() => finish(undefined, "relative")}>
          {t("columns.restore")}
        </Button>,
        <Button key="cancel" onClick={onClose}>
          {t("common:cancel")}
        </Button>,
        <Button
          key="confirm"
          type="primary"
          onClick={() =>
            finish(
              columns.all.map(({ name }) => name).filter((name) => chosen.has(name)),
              style,
            )
          }
        >
          {t("common:confirm")}
        </Button>,
      ]}
    >
      <Alert type="info" title={t("columns.hint")} className="column-settings-hint" />
      <div className="column-settings-grid">
        {columns.all.map(({ name, title }) => (
          <Checkbox
            key={name}
            checked={chosen.has(name)}
            disabled={columns.locked.includes(name)}
            onChange={(event) => toggle(name, event.target.checked)}
          >
            {title === "" ? name : title}
          </Checkbox>
        ))}
        <Checkbox checked disabled>
          {t("common:actions")}
        </Checkbox>
      </div>
      <div className="column-settings-times">
        <span id="list-time-style">{t("columns.times")}</span>
        <Radio.Group
          aria-labelledby="list-time-style"
          value={style}
          options={[
            { value: "relative", label: t("columns.relative") },
            { value: "exact", label: t("columns.exact") },
          ]}
          onChange={(event) => setStyle(event.target.value as TimeStyle)}
        />
      </div>
    </Modal>
  );
}
