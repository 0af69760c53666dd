import type { Kysely } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { consolePath } from "../../../engine/http/index.ts";
import { literal, type Message, withParameters } from "../../../engine/i18n/index.ts";
import { tellFactorChange } from "../../factors/index.ts";
import {
  isMailSetUp,
  mailNotice,
  type Notice,
  type NoticePart,
  notifyUsers,
  type Sending,
} from "../../notifications/index.ts";
import { loginPath, previewingPath } from "../../pages/index.ts";
import { type UserNotices, usersTable } from "../../users/index.ts";
import { text } from "./mail-texts.ts";
import { issueResetToken, resetPasswordAddress } from "./reset-tokens.ts";

/** Where things of the request are sent from. */
const sendingOf = ({ services, db }: Pick<RequestContext, "services" | "db">): Sending => ({
  ...services,
  db,
});

/** The link that sets a password, and what to do when it has run out. */
async function passwordLink(db: Kysely<Database>, userId: string): Promise<NoticePart[]> {
  const path = resetPasswordAddress(await issueResetToken({ db }, userId));
  return [
    { button: { label: text.setPassword, path, isSecret: true } },
    { text: text.linkForAnHour },
    { link: { label: text.newLink, path: previewingPath } },
  ];
}

/** What texts of an administrator may name of a new user. */
type Named = Readonly<Record<"name" | "username" | "email", string>>;

/** A text of an administrator with the user's names in it, or the product's when there is none. */
function customized(custom: string, { name, username, email }: Named, own: Message): Message {
  return custom.trim() === "" ? own : withParameters(literal(custom), { name, username, email });
}

/** The contract puts the name behind the custom greeting, which need not name anybody. */
function greetingOf(honorific: string, user: Named): Pick<Notice, "greeting"> {
  if (honorific.trim() === "") return {};
  const isNamed = /\{(name|username|email)\}/.test(honorific);
  return { greeting: customized(isNamed ? honorific : `${honorific} {name}`, user, text.createdSubject) };
}

async function tellCreated(context: RequestContext, userId: string, hasPassword: boolean): Promise<void> {
  const { db, services, language } = context;
  const user = await db
    .selectFrom(usersTable.as("users"))
    .select(["name", "username", "email", "source", "is_service_account"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (user.source !== "local" || user.is_service_account || !(await isMailSetUp(services.settings))) return;
  const custom = (part: string): Promise<string> =>
    services.settings.get<string>(`EMAIL_CUSTOM_USER_CREATED_${part}`);
  const signature = await custom("SIGNATURE");
  const own = hasPassword ? text.createdWithPassword : text.createdBody;
  const notice: Notice = {
    subject: customized(await custom("SUBJECT"), user, text.createdSubject),
    ...greetingOf(await custom("HONORIFIC"), user),
    parts: [
      { text: customized(await custom("BODY"), user, own) },
      { facts: [[text.username, user.username]] },
      ...(hasPassword
        ? [{ button: { label: text.signIn, path: loginPath } }]
        : await passwordLink(db, userId)),
    ],
    ...(signature.trim() === "" ? {} : { signature: literal(signature) }),
  };
  await mailNotice(sendingOf(context), { name: user.name, email: user.email, language }, notice);
}

/** Tells somebody something about their account, in the transaction of what it reports. */
const tell = (context: RequestContext, userId: string, notice: Notice): Promise<void> =>
  notifyUsers(sendingOf(context), [userId], notice, { language: context.language });

/** Where a change came from, so that its owner sees whether it was theirs. */
const origin = ({ remoteAddress }: RequestContext, userAgent: string): NoticePart => ({
  facts: [
    [text.address, remoteAddress],
    [text.browser, userAgent.replace(/\p{Cc}/gu, " ").slice(0, 254) || "-"],
  ],
});

/** Tells the owner of a password that it is another one now, and from where that was done. */
export function tellPasswordChanged(
  context: RequestContext,
  userId: string,
  userAgent: string,
): Promise<void> {
  return tell(context, userId, {
    subject: text.changedSubject,
    parts: [
      { text: text.changedBody },
      origin(context, userAgent),
      { link: { label: text.setPassword, path: previewingPath } },
    ],
  });
}

/** Notices to users about their account. Contract: docs/contract/notifications.md, "Notices to people". */
export const userNotices: UserNotices = {
  canMail: ({ services }) => isMailSetUp(services.settings),
  created: tellCreated,
  passwordReset: async (context, userId) =>
    tell(context, userId, {
      subject: text.resetSubject,
      parts: [{ text: text.resetBody }, ...(await passwordLink(context.db, userId))],
    }),
  passwordChanged: tellPasswordChanged,
  passwordSet: (context, userId) =>
    tell(context, userId, {
      subject: text.passwordSetSubject,
      parts: [{ text: text.passwordSetBody }],
    }),
  publicKeySet: (context, userId) =>
    tell(context, userId, {
      subject: text.keySetSubject,
      parts: [
        { text: text.keySetBody },
        { button: { label: text.addKey, path: consolePath("/profile/setting?activeTab=SSHUpdate") } },
      ],
    }),
  mfaLevelChanged: (context, userId, isOn) => tellFactorChange(context, userId, isOn ? "on" : "off"),
  publicKeyReset: (context, userId) =>
    tell(context, userId, {
      subject: text.keyResetSubject,
      parts: [
        { text: text.keyResetBody },
        { button: { label: text.addKey, path: consolePath("/profile/setting?activeTab=SSHUpdate") } },
      ],
    }),
  publicKeyChanged: (context, userId, userAgent) =>
    tell(context, userId, {
      subject: text.keyChangedSubject,
      parts: [{ text: text.keyChangedBody }, origin(context, userAgent)],
    }),
  factorsReset: (context, userId) =>
    tell(context, userId, {
      subject: text.mfaResetSubject,
      parts: [
        { text: text.mfaResetBody },
        { button: { label: text.setUpMfa, path: "/core/auth/profile/otp/enable/start/" } },
      ],
    }),
};
