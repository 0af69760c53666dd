import { CheckOutlined } from "@ant-design/icons";
import { Button, Checkbox } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage, LANGUAGE_TAGS } from "../../i18n/language.ts";
import { exactInstant } from "../../kit/metadata/dates.ts";
import { labelled } from "../../kit/metadata/labelled.ts";
import { excerpt } from "./excerpt.ts";
import { messageDate } from "./message-date.ts";
import type { SiteMessage } from "./messages-api.ts";

interface MessageRowProps {
  readonly message: SiteMessage;
  readonly chosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onOpen: () => void;
  readonly onMark: () => void;
}

/** One unread message: subject, age, the beginning of its text. */
export function MessageRow({ message, chosen, onChoose, onOpen, onMark }: MessageRowProps) {
  const { t } = useTranslation("messages");
  const html = message.content?.message ?? "";
  const beginning = useMemo(() => excerpt(html), [html]);
  const subject = message.content?.subject || t("noSubject");
  return (
    <li className="message-row">
      <Checkbox
        checked={chosen}
        aria-label={t("select", { subject })}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <button type="button" className="message-open" onClick={onOpen}>
        <span className="message-subject">{subject}</span>
        <span className="message-excerpt">{beginning}</span>
        <time className="message-date" title={exactInstant(message.date_created)}>
          {messageDate(message.date_created, new Date(), LANGUAGE_TAGS[currentLanguage()], t("now"))}
        </time>
      </button>
      <Button
        type="text"
        size="small"
        icon={<CheckOutlined />}
        aria-label={labelled(t("markOne"), subject)}
        title={t("markOne")}
        onClick={onMark}
      />
    </li>
  );
}
