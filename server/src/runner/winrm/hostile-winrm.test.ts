import { afterEach, describe, expect, it } from "vitest";
import { changeSecret } from "../methods/change-secret.ts";
import { ping } from "../methods/ping.ts";
import { neededFlags, ntlmFlags } from "../ntlm/messages.ts";
import { changeFor, jobSpecFor, runJobSpec } from "../testing/job-specs.ts";
import { startWinrmServer, type WinrmAnswer, type WinrmServer } from "../testing/winrm-server.ts";
import { soapType } from "./encrypted-body.ts";

const secret = "a-secret-of-ours";

const open: WinrmServer[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A machine whose answers are meddled with, and a job for it. */
async function meddled(meddle: (answer: WinrmAnswer) => WinrmAnswer | null, isSecure = false) {
  const passwords = new Map([
    ["operator", secret],
    ["web", "first"],
  ]);
  const server = await startWinrmServer({ passwords, meddle, isSecure });
  open.push(server);
  const spec = jobSpecFor({
    account: { secret },
    timeoutSeconds: 4,
    target: { protocol: "winrm", type: "windows", port: server.port, setting: { use_ssl: isSecure } },
  });
  return { server, spec, passwords };
}

type Meddling = (answer: WinrmAnswer, at: number) => WinrmAnswer | null;

/** Meddles with the answers to one step. */
const at =
  (step: string, meddle: Meddling): Meddling =>
  (answer, count) =>
    answer.step === step ? meddle(answer, count) : answer;

const cut = (body: Buffer, length: number): Buffer => body.subarray(0, length);
const withBody = (answer: WinrmAnswer, body: Buffer | string): WinrmAnswer => ({
  ...answer,
  body: Buffer.from(body),
});

/** A challenge that is changed. */
const challenge = (change: (message: Buffer) => Buffer): Meddling =>
  at("challenge", (answer) => {
    const [, message = ""] = /Negotiate (\S+)/.exec(answer.headers["www-authenticate"] ?? "") ?? [];
    const changed = change(Buffer.from(message, "base64")).toString("base64");
    return { ...answer, headers: { "www-authenticate": `Negotiate ${changed}` } };
  });
const withoutFlag = (flag: number): Meddling =>
  challenge((message) => {
    message.writeUInt32LE((message.readUInt32LE(20) & ~flag) >>> 0, 20);
    return message;
  });

const flip = (body: Buffer, from: number): Buffer => {
  const changed = Buffer.from(body);
  changed[from] = (changed[from] ?? 0) ^ 1;
  return changed;
};
/** Where the signature begins: after the length of it. */
const sealedAt = (body: Buffer): number => body.indexOf("octet-stream\r\n") + "octet-stream\r\n".length + 4;

let former: WinrmAnswer | null = null;
const entities = `<!DOCTYPE lolz [<!ENTITY a "lol">${"b"
  .repeat(9)
  .split("")
  .map((_, at) => `<!ENTITY a${at} "${"&a;".repeat(10)}">`)
  .join("")}]><s:Envelope>&a8;</s:Envelope>`;

/** What a hostile machine does in clear, and the code it is given up with. */
const inClear: Readonly<Record<string, readonly [string, Meddling]>> = {
  "offers no sealing": ["protocol_error", withoutFlag(ntlmFlags.seal)],
  "offers no signing": ["protocol_error", withoutFlag(ntlmFlags.sign)],
  "offers NTLMv1's sessions": ["protocol_error", withoutFlag(ntlmFlags.extendedSecurity)],
  "offers short keys": ["protocol_error", withoutFlag(ntlmFlags.keys128)],
  "says nothing of itself": ["protocol_error", withoutFlag(ntlmFlags.targetInfo)],
  "offers nothing": ["protocol_error", withoutFlag(neededFlags)],
  "lies about the length of what it says": [
    "protocol_error",
    challenge((message) => {
      message.writeUInt16LE(0xffff, 40);
      return message;
    }),
  ],
  "cuts its challenge": ["protocol_error", challenge((message) => cut(message, 20))],
  "sends a challenge that is none": ["protocol_error", challenge(() => Buffer.alloc(4_000, 7))],
  "sends another name than it proves": [
    "authentication_failed",
    challenge((message) => flip(message, message.length - 20)),
  ],
  "leads elsewhere at the sign-in": [
    "protocol_error",
    at("signed-in", (answer) => ({
      ...answer,
      status: 302,
      headers: { location: "http://127.0.0.2/wsman" },
    })),
  ],
  "leads elsewhere later": [
    "protocol_error",
    at("Create", (answer) => ({ ...answer, status: 307, headers: { location: "http://127.0.0.2/wsman" } })),
  ],
  "is no such service": ["protocol_error", (answer) => ({ ...answer, status: 404 })],
  "answers in clear": [
    "protocol_error",
    at("Create", (answer) => ({
      ...withBody(answer, answer.envelope),
      headers: { "content-type": soapType },
    })),
  ],
  "says in clear that access is denied": [
    "protocol_error",
    at("Create", (answer) => ({
      ...withBody(answer, answer.envelope.replace(/<s:Body>.*<\/s:Body>/, "<s:Body><s:Fault/></s:Body>")),
      status: 500,
      headers: { "content-type": soapType },
    })),
  ],
  "changes what is sealed": [
    "protocol_error",
    at("Create", (answer) => withBody(answer, flip(answer.body, sealedAt(answer.body) + 40))),
  ],
  "changes a signature": [
    "protocol_error",
    at("Create", (answer) => withBody(answer, flip(answer.body, sealedAt(answer.body) + 6))),
  ],
  "counts its messages wrongly": [
    "protocol_error",
    at("Create", (answer) => withBody(answer, flip(answer.body, sealedAt(answer.body) + 12))),
  ],
  "repeats what it said before": [
    "protocol_error",
    (answer) => {
      if (answer.step === "Create") former = answer;
      return answer.step === "Command" ? former : answer;
    },
  ],
  "lies about the length of what is sealed": [
    "protocol_error",
    at("Create", (answer) =>
      withBody(
        answer,
        Buffer.from(answer.body.toString("latin1").replace(/Length=\d+/, "Length=7"), "latin1"),
      ),
    ),
  ],
  "cuts what is sealed": [
    "protocol_error",
    at("Create", (answer) => withBody(answer, cut(answer.body, 300))),
  ],
  "says nothing instead of what is sealed": [
    "protocol_error",
    at("Create", (answer) => withBody(answer, cut(answer.body, 0))),
  ],
  "forgets who has signed in": ["service_failed", at("Create", (answer) => ({ ...answer, status: 401 }))],
  "does not answer the sign-in": ["timeout", at("challenge", () => null)],
  "does not answer later": ["timeout", at("Command", () => null)],
};

/** What a hostile machine does over TLS, where it is believed what it says. */
const overTls: Readonly<Record<string, readonly [string, Meddling]>> = {
  "sends entities that grow": ["protocol_error", at("Create", (answer) => withBody(answer, entities))],
  "sends a document type": [
    "protocol_error",
    at("Create", (answer) => withBody(answer, `<!DOCTYPE a SYSTEM "file:///etc/passwd">${answer.envelope}`)),
  ],
  "sends no XML": ["protocol_error", at("Create", (answer) => withBody(answer, "Access <is> denied"))],
  "nests without end": ["protocol_error", at("Create", (answer) => withBody(answer, "<a>".repeat(100_000)))],
  "sends far too much": ["protocol_error", at("Create", (answer) => withBody(answer, "x".repeat(3_000_000)))],
  "answers another question": [
    "protocol_error",
    at("Create", (answer) => withBody(answer, answer.envelope.replace(/(<a:RelatesTo>uuid:)[^<]*/, "$10"))),
  ],
  "names a shell as no service does": [
    "protocol_error",
    at("Create", (answer) =>
      withBody(answer, answer.envelope.replace(/<rsp:ShellId>[^<]*/, '<rsp:ShellId>"/&gt;&lt;evil')),
    ),
  ],
  "makes no shell": [
    "protocol_error",
    at("Create", (answer) => withBody(answer, answer.envelope.replace(/<s:Body>.*<\/s:Body>/, "<s:Body/>"))),
  ],
  "floods with output": [
    "misbehaved",
    at("Receive", (answer) => {
      const stream = `<rsp:Stream Name="stdout">${Buffer.alloc(150_000, "x").toString("base64")}</rsp:Stream>`;
      return {
        ...withBody(
          answer,
          answer.envelope.replace(
            /<s:Body>.*<\/s:Body>/,
            `<s:Body><rsp:ReceiveResponse>${stream}</rsp:ReceiveResponse></s:Body>`,
          ),
        ),
        status: 200,
      };
    }),
  ],
  "never says that a command has ended": [
    "timeout",
    at("Receive", (answer) => ({
      ...withBody(
        answer,
        answer.envelope.replace(/<s:Body>.*<\/s:Body>/, "<s:Body><rsp:ReceiveResponse/></s:Body>"),
      ),
      status: 200,
    })),
  ],
  "says no with our secret and control codes": [
    "command_failed",
    at("Command", (answer) => ({
      ...withBody(
        answer,
        answer.envelope.replace(
          /<s:Body>.*<\/s:Body>/,
          `<s:Body><s:Fault><s:Reason><s:Text>no ${secret} &#x9b;31m \u202egnp ${"x".repeat(5_000)}</s:Text></s:Reason></s:Fault></s:Body>`,
        ),
      ),
      status: 500,
    })),
  ],
};

describe.each([
  { over: "in clear", cases: inClear, isSecure: false },
  { over: "over TLS", cases: overTls, isSecure: true },
])("a machine $over", ({ cases, isSecure }) => {
  it.each(Object.keys(cases))("that %s is given up", async (name) => {
    const [expected, meddle] = cases[name] ?? ["", () => null];
    let count = 0;
    const { spec } = await meddled((answer) => meddle(answer, count++), isSecure);
    const before = process.memoryUsage().rss;
    // Half of it is the longest wait for one step: only what hangs is given a short one.
    const timeoutSeconds = expected === "timeout" ? 2 : 30;
    const { code, text, log } = await runJobSpec(ping, { ...spec, timeoutSeconds });
    expect(code).toBe(expected);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    for (const line of [text, ...log]) {
      expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(line).not.toContain(secret);
      expect(line.length).toBeLessThan(1_000);
    }
  });
});

describe("a change of which a machine", () => {
  const outcomeOf = async (meddle: Meddling) => {
    let count = 0;
    const { spec, passwords } = await meddled((answer) => meddle(answer, count++));
    const change = changeFor({ username: "web", secret: "first" }, "second one");
    const outcome = await runJobSpec(changeSecret, { ...spec, change });
    return { ...outcome, held: passwords.get("web") };
  };
  /** Only the first time: what comes after is the proof. */
  const once = (step: string, meddle: Meddling): Meddling => {
    let isDone = false;
    return at(step, (answer, count) => {
      if (isDone) return answer;
      isDone = true;
      return meddle(answer, count);
    });
  };

  it.each(["Command", "Send", "Receive"])(
    "does not answer to %s is unclear, and a sign-in tells",
    async (step) => {
      const { result, held } = await outcomeOf(once(step, () => null));
      expect(result).toMatchObject({ sent: "unclear", holds: held === "second one" ? "new" : "former" });
    },
  );

  it.each(["Signal", "Delete"])("does not answer to %s is made nevertheless", async (step) => {
    expect((await outcomeOf(once(step, () => null))).result).toMatchObject({ sent: "done", holds: "new" });
  });

  it("does not make a shell for is not begun", async () => {
    expect((await outcomeOf(once("Create", () => null))).code).toBe("timeout");
  });
});
