import { knownTimeZone, writeInstant } from "../../engine/resource/index.ts";
import { notifyUsers } from "../notifications/index.ts";
import { previewingPath } from "../pages/index.ts";
import type { ForeignSignInHook } from "./foreign-city.ts";
import { text } from "./password-recovery/mail-texts.ts";

/** Tells people that somebody signed in as them from another place than the time before. */
export const tellForeignSignIn: ForeignSignInHook = (services, { userId, username, remoteAddress, city }) =>
  notifyUsers(services, [userId], {
    subject: text.foreignSubject,
    parts: [
      { text: text.foreignBody },
      {
        facts: [
          [text.username, username],
          [text.time, writeInstant(new Date(), knownTimeZone(undefined))],
          [text.place, `${city} (${remoteAddress})`],
        ],
      },
      { link: { label: text.setPassword, path: previewingPath } },
    ],
  });
