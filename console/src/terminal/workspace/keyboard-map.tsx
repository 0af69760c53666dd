import { Modal } from "antd";
import { useTranslation } from "react-i18next";
import { chordOf } from "../session/shortcuts.ts";

/** Every key of the page, in the order it is shown in. */
const KEYS = [
  ["find", "F"],
  ["copy", "C"],
  ["paste", "V"],
  ["transfer", "Z"],
  ["bigger", "+"],
  ["smaller", "−"],
  ["resetSize", "0"],
  ["bar", "B"],
  ["commands", "K"],
  ["splitRight", "E"],
  ["splitDown", "O"],
  ["focus", "← ↑ → ↓"],
  ["help", "/"],
] as const;

/** Which keys the page takes from the terminal, and for what. */
export default function KeyboardMap({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("terminal");
  return (
    <Modal open title={t("map.title")} onCancel={onClose} footer={null} width={460}>
      <dl className="luna-map">
        {KEYS.map(([name, key]) => (
          <div key={name}>
            <dt>{t(`map.${name}`)}</dt>
            <dd>
              <kbd>{chordOf(key)}</kbd>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t("map.tabs")}</dt>
          <dd>
            <kbd>← →</kbd>
          </dd>
        </div>
        <div>
          <dt>{t("map.closeTab")}</dt>
          <dd>
            <kbd>Delete</kbd>
          </dd>
        </div>
      </dl>
    </Modal>
  );
}
