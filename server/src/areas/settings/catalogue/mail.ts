import { FieldError } from "../../../engine/errors.ts";
import { isEmailAddress } from "../../../engine/resource/index.ts";
import { boolean, secret, text } from "../setting-kinds.ts";
import { text as texts } from "../texts.ts";

/** Refuses what would end the line of a mail's head and begin another one. */
function oneLine(value: string): string {
  if (/\p{Cc}/u.test(value)) throw new FieldError([texts.notOneLine]);
  return value;
}

function hostName(value: string): string {
  if (/[\s/@\p{Cc}]/u.test(value)) throw new FieldError([texts.notHost]);
  return value;
}

function portNumber(value: string): string {
  if (!/^\d{1,5}$/.test(value) || Number(value) < 1 || Number(value) > 65_535) {
    throw new FieldError([texts.notPort]);
  }
  return value;
}

/** `somebody@example.com`, or with a name: `Access <somebody@example.com>`. */
function mailbox(value: string): string {
  const [, address = value] = /^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(value) ?? [];
  if (!isEmailAddress(address)) throw new FieldError([texts.notMailbox]);
  return value;
}

/** Category `email`: the SMTP server and the head of mails. */
export const mailSettings = {
  EMAIL_HOST: text("", {
    label: texts.mailHost,
    help: texts.mailHostHelp,
    required: true,
    blank: true,
    maxLength: 1024,
    check: hostName,
  }),
  EMAIL_PORT: text("", {
    label: texts.mailPort,
    help: texts.mailPortHelp,
    required: true,
    blank: true,
    maxLength: 5,
    check: portNumber,
  }),
  EMAIL_HOST_USER: text("", {
    label: texts.mailUser,
    help: texts.mailUserHelp,
    required: true,
    blank: true,
    maxLength: 128,
    check: oneLine,
  }),
  EMAIL_HOST_PASSWORD: secret({ label: texts.mailPassword, help: texts.mailPasswordHelp, maxLength: 1024 }),
  EMAIL_FROM: text("", { label: texts.mailFrom, help: texts.mailFromHelp, maxLength: 128, check: mailbox }),
  EMAIL_RECIPIENT: text("", {
    label: texts.mailRecipient,
    help: texts.mailRecipientHelp,
    maxLength: 128,
    check: mailbox,
  }),
  EMAIL_USE_SSL: boolean(false, { label: texts.mailSsl, help: texts.mailSslHelp }),
  EMAIL_USE_TLS: boolean(false, { label: texts.mailTls, help: texts.mailTlsHelp }),
  EMAIL_SUBJECT_PREFIX: text("[Sallyport] ", {
    label: texts.mailSubjectPrefix,
    help: texts.mailSubjectPrefixHelp,
    required: true,
    blank: true,
    trim: false,
    maxLength: 1024,
    check: oneLine,
  }),
  EMAIL_SUFFIX: text("", {
    label: texts.mailSuffix,
    help: texts.mailSuffixHelp,
    maxLength: 253,
    check: hostName,
  }),
};

/** Category `email_content`: the mail to a new user. Empty texts mean the product's own, in the reader's language. */
export const mailContentSettings = {
  EMAIL_CUSTOM_USER_CREATED_SUBJECT: text("", {
    label: texts.createdSubject,
    help: texts.createdTextHelp,
    maxLength: 1024,
    check: oneLine,
  }),
  EMAIL_CUSTOM_USER_CREATED_HONORIFIC: text("", {
    label: texts.createdHonorific,
    help: texts.createdTextHelp,
    maxLength: 1024,
    check: oneLine,
  }),
  EMAIL_CUSTOM_USER_CREATED_BODY: text("", {
    label: texts.createdBody,
    help: texts.createdBodyHelp,
    maxLength: 4096,
  }),
  EMAIL_CUSTOM_USER_CREATED_SIGNATURE: text("", {
    label: texts.createdSignature,
    maxLength: 512,
  }),
};
