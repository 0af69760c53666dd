import fc from "fast-check";
import type { SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { testCertificate } from "../../../testing/certificate.ts";
import { startMailServer, startRawServer, type TestMailServer } from "../../../testing/mail-server.ts";
import { MailError } from "./mail-error.ts";
import { type MailServer, parseMailbox } from "./mail-server.ts";
import { type Mail, openTransport, type TransportOptions } from "./transport.ts";

const ada: Mail = {
  to: { name: "Ada Lovelace", address: "ada@example.com" },
  subject: "[Sallyport] 密码重置",
  html: "<p>Hello <b>Ada</b></p>",
  text: "Hello Ada",
};

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const serverAt = (port: number, changes: Partial<MailServer> = {}): MailServer => ({
  host: "127.0.0.1",
  port,
  security: "opportunistic",
  credentials: null,
  sender: { name: "Sallyport", address: "gate@example.com" },
  ...changes,
});

function connect(port: number, changes: Partial<MailServer> = {}, options: TransportOptions = {}) {
  const transport = openTransport(serverAt(port, changes), { timeout: 10_000, ...options });
  closing.push(transport.close);
  return transport;
}

async function peer(options?: SMTPServerOptions): Promise<TestMailServer> {
  const server = await startMailServer(options);
  closing.push(server.close);
  return server;
}

async function failureOf(sending: Promise<unknown>): Promise<MailError> {
  const failure = await sending.then(
    () => new Error("the mail was taken"),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(MailError);
  return failure as MailError;
}

const login: SMTPServerOptions = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, callback) =>
    username === "gate" && password === "mail-word"
      ? callback(null, { user: "gate" })
      : callback(new Error(`no entry with ${password}`)),
};

const starttls: SMTPServerOptions = { disabledCommands: [], ...testCertificate };

describe("a mail", () => {
  it("arrives with both of its parts, its names and its marks", async () => {
    const server = await peer();
    await connect(server.port).send(ada);
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      subject: ada.subject,
      from: { name: "Sallyport", address: "gate@example.com" },
      to: [ada.to],
      envelope: { from: "gate@example.com", to: ["ada@example.com"] },
    });
    expect([mail?.text?.trim(), mail?.html?.trim()]).toEqual([ada.text, ada.html]);
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
  });

  it("is sent over connections that were open already", async () => {
    const clients = new Set<number>();
    const server = await peer({
      onMailFrom: (_address, session, callback) => {
        clients.add((session as unknown as { remotePort: number }).remotePort);
        callback();
      },
    });
    const transport = connect(server.port);
    for (let count = 0; count < 5; count++) await transport.send(ada);
    await Promise.all(Array.from({ length: 20 }, () => transport.send(ada)));
    expect(server.mails.length).toBe(25);
    expect(clients.size).toBeLessThanOrEqual(2);
  });

  it("leaves its header alone whatever people and subjects are called", async () => {
    const server = await peer();
    const transport = connect(server.port);
    const nasty = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom(
        "x\r\nBcc: eve@evil.example",
        "a\nSubject: b",
        "<eve@evil.example>,",
        '"\\',
        "\r\n\r\nbody",
        "\u2028To: e@e.e",
      ),
    );
    await fc.assert(
      fc.asyncProperty(nasty, nasty, async (name, subject) => {
        const before = server.mails.length;
        await transport.send({ ...ada, to: { ...ada.to, name }, subject });
        const mail = server.mails[before];
        expect(mail?.envelope.to).toEqual(["ada@example.com"]);
        expect(mail?.to?.map(({ address }) => address)).toEqual(["ada@example.com"]);
        const keys = mail?.headers.map(({ key }) => key) ?? [];
        const known = [
          "auto-submitted",
          "content-type",
          "date",
          "from",
          "message-id",
          "mime-version",
          "subject",
          "to",
          "x-auto-response-suppress",
        ];
        expect(keys.filter((key) => !known.includes(key))).toEqual([]);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["plainly", {}, {}, {}],
    [
      "with TLS from the first byte",
      { secure: true, ...testCertificate },
      { security: "tls" },
      { trusted: testCertificate.cert },
    ],
    ["with an upgrade", starttls, { security: "starttls" }, { trusted: testCertificate.cert }],
    ["with an upgrade nobody asked for", { ...starttls, allowInsecureAuth: false }, {}, {}],
    ["after signing in", login, { credentials: { user: "gate", password: "mail-word" } }, {}],
  ] as [string, SMTPServerOptions, Partial<MailServer>, TransportOptions][])(
    "is taken %s",
    async (_how, options, changes, trust) => {
      const server = await peer(options);
      await connect(server.port, changes, trust).send(ada);
      expect(server.mails.length).toBe(1);
    },
  );

  it.each([
    ["no upgrade is offered", {}, { security: "starttls" }],
    ["the certificate is a stranger's", starttls, { security: "starttls" }],
    [
      "the certificate is a stranger's, from the first byte",
      { secure: true, ...testCertificate },
      { security: "tls" },
    ],
  ] as [string, SMTPServerOptions, Partial<MailServer>][])(
    "does not leave when TLS is asked for and %s",
    async (_why, options, changes) => {
      let attempts = 0;
      const server = await peer({
        ...login,
        ...options,
        onAuth: (_auth, _session, callback) => {
          attempts++;
          callback(null, { user: "x" });
        },
      });
      const failure = await failureOf(
        connect(server.port, { ...changes, credentials: { user: "gate", password: "mail-word" } }).send(ada),
      );
      expect([failure.isFinal, attempts, server.mails.length]).toEqual([false, 0, 0]);
    },
  );
});

describe("a refusal", () => {
  const refusing = (code: number): SMTPServerOptions => ({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error("mailbox trouble"), { responseCode: code })),
  });

  it.each([
    [450, false],
    [452, false],
    [530, false],
    [550, true],
    [553, true],
  ])("with %i is final: %s", async (code, isFinal) => {
    const failure = await failureOf(connect((await peer(refusing(code))).port).send(ada));
    expect(failure.isFinal).toBe(isFinal);
    expect(failure.message).toMatch(new RegExp(`${code} mailbox trouble`));
  });

  it("of the password is told without the password, in any of its forms", async () => {
    const password = "s3cret word/+";
    const forms = [
      password,
      Buffer.from(password).toString("base64"),
      Buffer.from(`\0gate\0${password}`).toString("base64"),
    ];
    const server = await peer({
      ...login,
      onAuth: (_auth, _session, callback) => callback(new Error(`535 no: ${forms.join(" ")}`)),
    });
    const failure = await failureOf(
      connect(server.port, { credentials: { user: "gate", password } }).send(ada),
    );
    expect(failure.isFinal).toBe(false);
    expect(failure.message).toContain("535");
    for (const form of forms) expect(failure.message).not.toContain(form);
    expect(JSON.stringify({ ...failure, cause: failure.cause, stack: failure.stack })).not.toContain(
      password,
    );
  });

  it.each([
    ["says nothing", () => undefined],
    ["hangs up at once", (socket: import("node:net").Socket) => socket.destroy()],
    [
      "speaks another language",
      (socket: import("node:net").Socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
    ],
    [
      "hangs up in the middle of a mail",
      (socket: import("node:net").Socket) => {
        socket.write("220 hello\r\n");
        let isData = false;
        socket.on("data", (data) => {
          if (isData) return socket.destroy();
          isData = /^DATA/i.test(data.toString());
          return socket.write(isData ? "354 go on\r\n" : "250 fine\r\n");
        });
      },
    ],
    [
      "never says that it took the mail",
      (socket: import("node:net").Socket) => {
        socket.write("220 hello\r\n");
        let isData = false;
        socket.on("data", (data) => {
          if (isData) return;
          isData = /^DATA/i.test(data.toString());
          socket.write(isData ? "354 go on\r\n" : "250 fine\r\n");
        });
      },
    ],
  ])("of a server that %s is tried again", async (_what, talk) => {
    const server = await startRawServer(talk);
    closing.push(server.close);
    const failure = await failureOf(connect(server.port, {}, { timeout: 1_500 }).send(ada));
    expect(failure.isFinal).toBe(false);
    expect(failure.message).toContain(`127.0.0.1:${server.port}`);
  });
});

describe("a mailbox", () => {
  it.each([
    ["ada@example.com", { name: "", address: "ada@example.com" }],
    [" ada@example.com ", { name: "", address: "ada@example.com" }],
    ["Ada L <ada@example.com>", { name: "Ada L", address: "ada@example.com" }],
    ['"Ada, L" <ada@example.com>', { name: "Ada, L", address: "ada@example.com" }],
    ["ada", null],
    ["", null],
    ["ada@example.com, eve@evil.example", null],
    ["ada@example.com\r\nRCPT TO:<eve@evil.example>", null],
    ["<ada@example.com> eve@evil.example", null],
    ["a@b@c", null],
  ])("%j is read as %j", (given, read) => expect(parseMailbox(given)).toEqual(read));
});
