import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recogniseFileProgram, rightsFor } from "./recognise.ts";
import { MalformedScp, type ScpEvent, ScpStream } from "./scp-stream.ts";
import { simpleWords } from "./words.ts";

describe("what a command line does to files", () => {
  test.each<[string, unknown]>([
    ["scp -t /srv/a", { kind: "scp", direction: "upload", file: { text: "/srv/a" }, isFolder: false }],
    [
      "scp -v -r -p -d -t -- -odd",
      { kind: "scp", direction: "upload", file: { text: "-odd" }, isFolder: true },
    ],
    [
      "/usr/bin/scp -prf '/a b/*'",
      { kind: "scp", direction: "download", file: { text: "/a b/*", isPattern: false } },
    ],
    ["scp -f /var/log/*.gz", { kind: "scp", direction: "download", file: { isPattern: true } }],
    ["scp -f a\\ b\\;c", { kind: "scp", direction: "download", file: { text: "a b;c" } }],
    [
      "rsync --server --sender -vlogDtpre.iLsfxCIvu . /srv/data",
      {
        kind: "rsync",
        direction: "download",
        files: [{ text: "/srv/data" }],
        removes: false,
        isSecluded: false,
      },
    ],
    [
      "rsync --server -vlogDtpre.iLsfxCIvu --delete . /srv/a\\ b",
      { kind: "rsync", direction: "upload", files: [{ text: "/srv/a b" }], removes: true },
    ],
    ["rsync --server -s", { kind: "rsync", direction: "upload", isSecluded: true, removes: true }],
    ["rsync --server --sender -e.LsfxCIvu --remove-source-files . x", { kind: "rsync", removes: true }],
    ["/usr/lib/openssh/sftp-server -e", { kind: "sftp-server" }],
    ["scp -t /srv; id", { kind: "obscure" }],
    ["scp -t -f /srv", { kind: "obscure" }],
    ["scp -t $HOME", { kind: "obscure" }],
    ["sudo scp -t /etc", { kind: "obscure" }],
    ["A=1 exec 'rsync' --server . x", { kind: "obscure" }],
    ["true && rsync --server --sender . /etc", { kind: "obscure" }],
    ["rsync --server --daemon .", { kind: "obscure" }],
    ["rsync --server --log-file=/etc/cron.d/x . y", { kind: "obscure" }],
    ["ls | (cd /; scp -rf x)", { kind: "obscure" }],
    ["rsync -a /a /b", null],
    ["scp a b:c", null],
    ["echo scp -t x", null],
    ["git commit -m 'scp -t fixed'", null],
    ["uptime", null],
    ["", null],
  ])("%s", (command, program) => {
    const found = recogniseFileProgram(command);
    if (program === null) expect(found).toBeNull();
    else expect(found).toMatchObject(program as object);
  });

  test("takes the rights it needs", () => {
    const rights = (command: string) => {
      const program = recogniseFileProgram(command);
      return program === null ? null : rightsFor(program);
    };
    expect(rights("scp -t x")).toEqual(["upload"]);
    expect(rights("scp -f x")).toEqual(["download"]);
    expect(rights("rsync --server --del . x")).toEqual(["upload", "delete"]);
    expect(rights("rsync --server --sender . x")).toEqual(["download"]);
    expect(rights("scp -t x; true")).toEqual(["upload", "download", "delete"]);
    expect(rights("rsync --server -s")).toEqual(["upload", "download", "delete"]);
  });

  test("reads quoted words as a shell does, and never one line as two programs", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", minLength: 1 }).filter((word) => !word.includes("\0"))),
        (words) => {
          const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
          expect(simpleWords(line)?.map(({ text }) => text)).toEqual(words);
        },
      ),
    );
    fc.assert(fc.property(fc.string({ unit: "binary" }), (line) => void recogniseFileProgram(line)));
  });
});

describe("the stream of scp", () => {
  function follow() {
    const events: ScpEvent[] = [];
    const hash = createHash("sha256");
    const stream = new ScpStream((event) => {
      if (event.kind === "data") hash.update(event.data);
      else events.push(event);
    });
    return { stream, events, hash };
  }
  const yes = Buffer.from([0]);

  test("tells files, folders and their content, however it is cut", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), fc.integer({ min: 1, max: 700 }), (content, cut) => {
        const { stream, events, hash } = follow();
        const send = (data: Buffer) => {
          for (let at = 0; at < data.length; at += cut) stream.sent(data.subarray(at, at + cut));
        };
        stream.answered(yes);
        for (const line of [
          "D0755 0 folder\n",
          "T1700000000 0 1700000000 0\n",
          `C0644 ${content.length} a b\n`,
        ]) {
          send(Buffer.from(line));
          stream.answered(yes);
        }
        send(Buffer.concat([Buffer.from(content), yes]));
        stream.answered(yes);
        send(Buffer.from("E\n"));
        stream.answered(yes);
        expect(events).toEqual([
          { kind: "enter", name: "folder" },
          { kind: "file", name: "a b", size: content.length },
          { kind: "sent", isWhole: true },
          { kind: "received", isWhole: true },
          { kind: "leave" },
        ]);
        expect(hash.digest("hex")).toBe(createHash("sha256").update(content).digest("hex"));
      }),
    );
  });

  test("goes on after a file that is declined, or could not be read or written", () => {
    const { stream, events } = follow();
    stream.sent(Buffer.from("\x01scp: missing: No such file\nC0644 3 a\n"));
    stream.answered(Buffer.from("\x01scp: a: Permission denied\n"));
    stream.sent(Buffer.from("C0644 1 b\n"));
    stream.answered(yes);
    stream.sent(Buffer.from("x\x01scp: b: I/O"));
    stream.sent(Buffer.from(" error\n"));
    stream.answered(Buffer.from("\x01disk full\n"));
    expect(events.map(({ kind }) => kind)).toEqual(["file", "declined", "file", "sent", "received"]);
    expect(events.at(-1)).toEqual({ kind: "received", isWhole: false });
  });

  test.each([
    "C0644 1 ../evil\n",
    "C0644 1 a/b\n",
    "C0644 1 ..\n",
    "D0755 0 .\n",
    "C0644 x y\n",
    "E\n",
    "hello\n",
    `C0644 1 ${"x".repeat(9000)}\n`,
  ])("does not go on after %j", (line) => {
    expect(() => follow().stream.sent(Buffer.from(line))).toThrow(MalformedScp);
  });

  test("does not go on when content comes before it was asked for", () => {
    const { stream } = follow();
    expect(() => stream.sent(Buffer.from("C0644 5 a\nhello"))).toThrow(MalformedScp);
  });
});
