import { permission } from "../../../engine/access/index.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteContext, type RouteDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { text as line, parseBody } from "../../../engine/resource/index.ts";
import { readReading } from "../notices/deliver.ts";
import { renderMail } from "../notices/render.ts";
import { text } from "../texts.ts";
import { MailError } from "./mail-error.ts";
import {
  type Mailbox,
  type MailServer,
  parseMailbox,
  prefixedSubject,
  readMailServer,
} from "./mail-server.ts";
import { openTransport } from "./transport.ts";

const fields = {
  EMAIL_FROM: line({ label: text.mailFrom, nullable: true, maxLength: 128 }),
  EMAIL_RECIPIENT: line({ label: text.mailRecipient, nullable: true, maxLength: 128 }),
};

/** Milliseconds somebody waits for the answer of a server that says nothing. */
const timeout = 10_000;

function readBox(given: unknown, field: string, otherwise: Mailbox): Mailbox {
  if (typeof given !== "string" || given.trim() === "") return otherwise;
  const box = parseMailbox(given);
  if (box === null) throw new ValidationError({ [field]: [text.notMailAddress] });
  return box;
}

async function sendTest(context: RouteContext, server: MailServer, to: Mailbox): Promise<void> {
  const { services, language } = context;
  const notice = {
    subject: text.testSubject,
    greeting: text.testGreeting,
    parts: [{ text: text.testBody }],
  };
  const mail = renderMail(notice, await readReading(services, { name: to.name, language }));
  const transport = openTransport(server, { connections: 1, timeout });
  try {
    await transport.send({ ...mail, to, subject: await prefixedSubject(services.settings, mail.subject) });
  } finally {
    transport.close();
  }
}

/**
 * Sends a mail through the mail server as it is saved, at once, and answers what the server said.
 * Contract: docs/contract/notifications.md, "Mail".
 */
export const mailTestRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/settings/mail/testing/",
  access: permission("settings.change_email"),
  title: "Mail Testing API",
  // It waits for somebody else's server.
  transaction: false,
  fields: { POST: fields },
  handle: async (context, { body }) => {
    const fail = (message: Message) => {
      const said = translate(message, context.language);
      return new BadRequest("error", message, { error: said });
    };
    const given = await parseBody(caller(context), fields, body);
    const saved = await readMailServer(context.services.settings);
    if (saved === null) throw fail(text.mailNotSetUp);
    const sender = readBox(given.EMAIL_FROM, "EMAIL_FROM", saved.sender);
    const to = readBox(given.EMAIL_RECIPIENT, "EMAIL_RECIPIENT", sender);
    try {
      await sendTest(context, { ...saved, sender }, to);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      throw fail(withParameters(text.mailRefused, { reason: error.message }));
    }
    const sent = withParameters(text.mailSent, { recipient: to.address });
    return { body: { msg: translate(sent, context.language) } };
  },
};
