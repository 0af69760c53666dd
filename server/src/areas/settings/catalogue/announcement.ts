import { text as line, url as page } from "../../../engine/resource/index.ts";
import { boolean, object } from "../setting-kinds.ts";
import { text } from "../texts.ts";

/** Category `announcement`: what everybody is told on their first page. */
export const announcementSettings = {
  ANNOUNCEMENT_ENABLED: boolean(true, { label: text.announcementEnabled }),
  ANNOUNCEMENT: object(
    {},
    {
      label: text.announcement,
      required: true,
      children: {
        ID: line({ label: text.announcementId, readOnly: true }),
        SUBJECT: line({ label: text.announcementSubject, required: true, maxLength: 1024 }),
        CONTENT: line({ label: text.announcementContent, required: true }),
        LINK: page({ label: text.announcementLink, nullable: true }),
      },
    },
  ),
};
