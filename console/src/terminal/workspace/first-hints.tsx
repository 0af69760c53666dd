import { BulbOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { TOUCH, useMedia } from "../../kit/use-media.ts";
import { FIND_KEYS, PASTE_KEYS } from "../session/shortcuts.ts";
import { usePersonalSetting } from "../settings/personal-setting.ts";

/** What somebody here for the first time would not find by looking; gone for good once dismissed. */
export function FirstHints() {
  const { t } = useTranslation("terminal");
  const isTouchScreen = useMedia(TOUCH);
  const [{ areHintsDismissed }, update] = usePersonalSetting();
  if (areHintsDismissed) return null;
  const hints = isTouchScreen
    ? [t("hints.tap"), t("hints.keyRow"), t("hints.look")]
    : [t("hints.menu"), t("hints.clipboard", { keys: PASTE_KEYS }), t("hints.find", { keys: FIND_KEYS })];
  return (
    <section className="luna-hints" aria-label={t("hints.title")}>
      <h2>
        <BulbOutlined aria-hidden="true" /> {t("hints.title")}
      </h2>
      <ul>
        {hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <Button size="small" onClick={() => update({ areHintsDismissed: true })}>
        {t("hints.dismiss")}
      </Button>
    </section>
  );
}
