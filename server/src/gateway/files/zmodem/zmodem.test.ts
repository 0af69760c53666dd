import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { translate } from "../../../engine/i18n/index.ts";
import type { FileRecord } from "../../ports.ts";
import type { SessionControls } from "../../session-parts.ts";
import { fileCopies } from "../copies.ts";
import { SessionFileLog } from "../records.ts";
import type { FileExchange, FileSink } from "./exchange.ts";
import { fileFacts } from "./file-facts.ts";
import { type FrameEvent, FrameReader } from "./frame-reader.ts";
import {
  cancelBytes,
  type FrameFormat,
  frameType,
  headerBytes,
  pieceBytes,
  pieceEnd,
  positionBytes,
} from "./frames.ts";
import { safeName } from "./names.ts";
import { RecentContent } from "./recent-content.ts";
import { StartFinder } from "./transfer-start.ts";
import { type ZmodemOptions, ZmodemStage } from "./zmodem-stage.ts";

const none = Buffer.alloc(4);
const sends = Buffer.from("**\x18B00000000000000\r\x8a\x11", "latin1");
const receives = Buffer.from("**\x18B0100000023be50\r\x8a\x11", "latin1");

/** What a reader tells of a stream that is cut into pieces; text is joined. */
function read(data: Buffer, cut: number): FrameEvent[] {
  const events: FrameEvent[] = [];
  const reader = new FrameReader((event) => {
    const last = events.at(-1);
    if (event.kind === "rest" && last?.kind === "rest") {
      events[events.length - 1] = { kind: "rest", data: Buffer.concat([last.data, event.data]) };
    } else events.push(event);
  });
  for (let at = 0; at < data.length; at += cut) reader.take(data.subarray(at, at + cut));
  return events;
}

describe("frames", () => {
  it("are read as they were written, however they are cut", () => {
    const format = fc.constantFrom<FrameFormat>("binary16", "binary32");
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 3000 }),
        format,
        fc.integer({ min: 1, max: 50 }),
        (bytes, how, cut) => {
          const data = Buffer.from(bytes);
          const written = Buffer.concat([
            Buffer.from("before "),
            headerBytes(frameType.data, positionBytes(0x11_13_18_7f), how),
            pieceBytes(data, pieceEnd.goesOn, how),
            pieceBytes(data, pieceEnd.frameEnds, how),
            Buffer.from("behind"),
          ]);
          const events = read(written, cut).filter(({ kind }) => kind !== "rest");
          expect(events).toEqual([
            { kind: "header", header: { type: 10, content: positionBytes(0x11_13_18_7f), format: how } },
            { kind: "piece", data, end: pieceEnd.goesOn },
            { kind: "piece", data, end: pieceEnd.frameEnds },
          ]);
        },
      ),
    );
  });

  it("have no byte that ends a line or interrupts a program", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        const written = pieceBytes(Buffer.from(bytes), pieceEnd.frameEnds, "binary32");
        for (const byte of written) expect(byte >= 0x20 || byte === 0x18).toBe(true);
      }),
    );
  });

  it("leave all else as it is, whatever it is", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.integer({ min: 1, max: 50 }), (bytes, cut) => {
        const data = Buffer.from(bytes).map((byte) => (byte === 0x18 ? 0x19 : byte));
        expect(read(Buffer.from(data), cut)).toEqual(
          data.length === 0 ? [] : [{ kind: "rest", data: Buffer.from(data) }],
        );
        read(Buffer.concat([headerBytes(frameType.data, none, "binary16"), Buffer.from(bytes)]), cut);
      }),
    );
  });

  it("are no more than one piece in memory, and broken with a wrong checksum", () => {
    const head = headerBytes(frameType.data, none, "binary16");
    expect(read(Buffer.concat([head, Buffer.alloc(9000, 0x61)]), 4096).map(({ kind }) => kind)).toContain(
      "broken",
    );
    const piece = pieceBytes(Buffer.from("abc"), pieceEnd.frameEnds, "binary16");
    piece[0] = 0x62;
    expect(read(Buffer.concat([head, piece]), 4096).map(({ kind }) => kind)).toEqual(["header", "damaged"]);
    const header = headerBytes(frameType.data, none, "binary16");
    header[3] = 0x62;
    expect(read(header, 4096)[0]).toEqual({ kind: "damaged", part: "header" });
    expect(read(cancelBytes, 3).map(({ kind }) => kind)).toContain("cancel");
  });
});

describe("the beginning of a transfer", () => {
  it("is found only where its header is right, also when it is cut", () => {
    const cut = new StartFinder();
    expect(cut.take(Buffer.concat([Buffer.from("text "), sends.subarray(0, 9)]))).toEqual(
      Buffer.from("text "),
    );
    expect(cut.take(sends.subarray(9))).toMatchObject({ direction: "download", isCommand: false });
    expect(new StartFinder().take(receives)).toMatchObject({ direction: "upload" });
    for (const at of [sends.length - 3, sends.length - 2, sends.length - 1]) {
      const late = new StartFinder();
      expect(late.take(sends.subarray(0, at))).toMatchObject({ direction: "download" });
      // The end of a header, a byte at a time, and then what the shell says.
      for (const byte of sends.subarray(at)) expect(late.take(Buffer.of(byte))).toEqual(Buffer.of());
      expect(late.take(Buffer.from("\r\n$ "))).toEqual(Buffer.from("\r\n$ "));
    }
    const whole = new StartFinder();
    whole.take(sends);
    expect(whole.take(Buffer.from("\r\n$ "))).toEqual(Buffer.from("\r\n$ "));
    const wrong = Buffer.from("**\x18B00000000000001\r\n", "latin1");
    expect(new StartFinder().take(wrong)).toEqual(wrong);
    const stars = Buffer.from("ls **");
    expect(new StartFinder().take(stars)).toEqual(stars);
  });
});

describe("names", () => {
  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\windows\\x.dll", "x.dll"],
    ["a\nb\r\u0000c\u001b[31m", "abc[31m"],
    ["invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["..", "file"],
    ["", "file"],
    [".bashrc", "bashrc"],
    ["x".repeat(500), "x".repeat(200)],
  ])("%j is saved as %j", (name, safe) => expect(safeName(name)).toBe(safe));

  it("are written down as they came", () => {
    expect(fileFacts(Buffer.from("../a\nb\0 12 3"))).toMatchObject({
      name: "ab",
      recorded: "../a\\u{a}b",
      size: null,
    });
    expect(fileFacts(Buffer.from("a\u000012 0"))).toMatchObject({ size: 12 });
  });
});

it("content that was sent can be had again, as far as it is kept", () => {
  const recent = new RecentContent();
  recent.begin(10);
  recent.add(Buffer.from("hello"));
  expect(recent.from(12)?.toString()).toBe("llo");
  expect(recent.from(15)?.length).toBe(0);
  expect(recent.from(9)).toBeNull();
  expect(recent.from(16)).toBeNull();
  for (let at = 0; at < 6; at++) recent.add(Buffer.alloc(1024 * 1024));
  expect(recent.from(12)).toBeNull();
});

interface OpenOptions extends Pick<Partial<ZmodemOptions>, "copies" | "largest"> {
  /** What the place where files are saved says to each piece. */
  readonly write?: FileSink["write"];
}

/** A session whose target is this test, with a person who agrees to everything they are asked. */
function open(
  rights = { upload: true, download: true, delete: false },
  { write = () => null, ...limits }: OpenOptions = {},
) {
  const sent: Buffer[] = [];
  const printed: string[] = [];
  const records = new Map<string, FileRecord>();
  const saved: { data: string; how: "open" | "whole" | "broken" }[] = [];
  const asked: string[] = [];
  const holds: boolean[] = [];
  const ended: (string | undefined)[] = [];
  const exchange = (direction: string): FileExchange => {
    asked.push(direction);
    return {
      gone: new AbortController().signal,
      agreed: Promise.resolve(),
      chosen: Promise.resolve([{ name: "up", size: 3, modified: 0 }]),
      async offer() {
        const file: (typeof saved)[number] = { data: "", how: "open" };
        saved.push(file);
        return {
          write(data) {
            file.data += data.toString("latin1");
            return write(data);
          },
          async end() {
            file.how = "whole";
          },
          breakOff() {
            file.how = "broken";
          },
        };
      },
      content: async () =>
        (async function* () {
          yield Buffer.from("abc");
        })(),
      progress: () => undefined,
      finished: () => undefined,
      ended: (message) => void ended.push(message),
    };
  };
  const stage = new ZmodemStage({
    rights,
    log: new SessionFileLog({ put: (record) => records.set(record.id, record) }, {
      sessionId: "s",
      principal: { userId: "u", remoteAddress: "192.0.2.1" },
      grant: { asset: { id: "a", organization: { id: "o" } } },
    } as never),
    copies: async () => ({ begin: () => null }),
    ...limits,
    client: { exchange },
    escapesControl: false,
    translate: (message) => translate(message, "en"),
  });
  const session: SessionControls = {
    id: "s",
    typist: "",
    ended: new Promise(() => undefined),
    hold: (_who, isHeld) => void holds.push(isHeld),
    print: (message) => void printed.push(translate(message, "en")),
    passOn: () => undefined,
    sendPast: (data) => sent.push(data) > 0,
    showPast: () => undefined,
    noteOutput: () => undefined,
    dropsInput: () => false,
    takesInput: async () => undefined,
    inputTaken: () => undefined,
    end: () => undefined,
  };
  stage.start(session);
  const shown: string[] = [];
  const show = (...data: readonly Buffer[]) =>
    void shown.push(stage.takeOutput(Buffer.concat(data))?.toString("latin1") ?? "");
  /** Waits for a header of the gateway. */
  const heard = (type: number) =>
    vi.waitFor(() => {
      const headers = sent
        .flatMap((data) => read(data, data.length))
        .filter((event) => event.kind === "header");
      expect(headers.map(({ header }) => header.type)).toContain(type);
    });
  return { stage, sent, printed, records, saved, asked, holds, ended, shown, show, heard };
}

const file = (facts: string) =>
  Buffer.concat([
    headerBytes(frameType.file, none, "binary32"),
    pieceBytes(Buffer.from(facts), pieceEnd.frameEndsAcknowledged, "binary32"),
  ]);
const content = (text: string) =>
  Buffer.concat([
    headerBytes(frameType.data, none, "binary32"),
    pieceBytes(Buffer.from(text), pieceEnd.frameEnds, "binary32"),
  ]);

describe("a target that lies", () => {
  const recordsOf = (bed: ReturnType<typeof open>) =>
    [...bed.records.values()].map(({ filename, state, reason }) => ({ filename, state, reason }));

  it("gets nothing saved beyond the size it has announced", async () => {
    const bed = open();
    bed.show(sends);
    await bed.heard(frameType.init);
    bed.show(file("../short\u00003 0"));
    await bed.heard(frameType.position);
    bed.show(content("longer"));
    await vi.waitFor(() => expect(bed.ended).toHaveLength(1));
    expect(bed.ended[0]).toBe("The transfer was canceled: short is longer than the target announced.");
    expect(bed.saved).toEqual([{ data: "", how: "broken" }]);
    expect(bed.sent.at(-1)).toEqual(cancelBytes);
    expect(recordsOf(bed)).toEqual([{ filename: "../short", state: "partial", reason: "broken_off" }]);
  });

  it("ends a file without end where positions do, and keeps no copy beyond what copies may have", async () => {
    const folder = await mkdtemp(join(tmpdir(), "zmodem-copies-"));
    try {
      const keys = { seal: () => "sealed" } as never;
      const largest = 3 * 8192;
      const bed = open(undefined, { largest, copies: async () => fileCopies(folder, keys, 8192) });
      bed.show(sends);
      await bed.heard(frameType.init);
      bed.show(file("endless\u0000"));
      await bed.heard(frameType.position);
      bed.show(headerBytes(frameType.data, none, "binary16"));
      for (let count = 0; count < 20; count++) {
        bed.show(pieceBytes(Buffer.alloc(8192, 0x61), pieceEnd.goesOn, "binary16"));
      }
      await vi.waitFor(() => expect(bed.ended).toHaveLength(1));
      expect(bed.ended[0]).toContain("endless is larger than 4 GiB");
      expect(bed.saved.map(({ data, how }) => [data.length, how])).toEqual([[largest, "broken"]]);
      expect(recordsOf(bed)).toEqual([{ filename: "endless", state: "partial", reason: "broken_off" }]);
      await vi.waitFor(async () => {
        const left = await readdir(folder, { recursive: true, withFileTypes: true });
        expect(left.filter((one) => one.isFile())).toEqual([]);
      });

      const announced = open();
      announced.show(sends);
      await announced.heard(frameType.init);
      announced.show(file("huge\u00004294967296 0"));
      await vi.waitFor(() => expect(announced.ended[0]).toContain("huge is larger than 4 GiB"));
      // Nobody was asked about it, and nothing is on record.
      expect([announced.saved, recordsOf(announced)]).toEqual([[], []]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("is held while the browser takes nothing", async () => {
    let takes: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => {
      takes = resolve;
    });
    const bed = open(undefined, { write: () => taken });
    bed.show(sends);
    await bed.heard(frameType.init);
    bed.show(file("slow\u0000"));
    await bed.heard(frameType.position);
    bed.holds.length = 0;
    bed.show(headerBytes(frameType.data, none, "binary16"));
    const pieces = 80;
    for (let count = 0; count < pieces; count++) {
      bed.show(pieceBytes(Buffer.alloc(8192, 0x61), pieceEnd.goesOn, "binary16"));
    }
    await vi.waitFor(() => expect(bed.saved[0]?.data).toHaveLength(8192));
    expect(bed.holds.at(-1)).toBe(true);
    takes();
    await vi.waitFor(() => expect(bed.saved[0]?.data).toHaveLength(pieces * 8192));
    expect(bed.holds.at(-1)).toBe(false);
  });

  it("has no command carried out, neither at the beginning nor in the midst", async () => {
    const first = open();
    const header = Buffer.from([0, 0, 0, 0, frameType.command]);
    first.show(hexHeader(header));
    expect(first.sent).toEqual([cancelBytes]);
    expect(first.asked).toEqual([]);
    expect(first.printed[0]).toContain("asked to run a command on your computer");

    const later = open();
    later.show(sends);
    await later.heard(frameType.init);
    later.show(
      headerBytes(frameType.command, none, "binary16"),
      pieceBytes(Buffer.from("rm -rf /\0"), pieceEnd.frameEndsAcknowledged, "binary16"),
    );
    await vi.waitFor(() => expect(later.ended[0]).toContain("It was refused"));
    expect(later.sent.at(-1)).toEqual(cancelBytes);
  });

  it("is given up when it sends headers without end, or pieces without end", async () => {
    for (const bytes of [
      Buffer.concat(
        Array.from({ length: 300 }, () => headerBytes(frameType.senderInit + 20, none, "binary16")),
      ),
      Buffer.concat([headerBytes(frameType.file, none, "binary16"), Buffer.alloc(20_000, 0x61)]),
    ]) {
      const bed = open();
      bed.show(sends);
      await bed.heard(frameType.init);
      bed.show(bytes);
      await vi.waitFor(() => expect(bed.ended[0]).toContain("not valid ZMODEM"));
      expect(bed.sent.at(-1)).toEqual(cancelBytes);
    }
  });

  it("is not asked about again and again", async () => {
    const bed = open({ upload: false, download: false, delete: false });
    for (let count = 0; count < 50; count++) bed.show(sends, receives);
    expect(bed.records.size).toBe(1);
    expect(bed.printed).toHaveLength(1);
    expect(bed.asked).toEqual([]);
  });

  it("shows what it sends behind the end", async () => {
    const bed = open();
    bed.show(Buffer.from("rz\r"), sends, Buffer.from("more "));
    await bed.heard(frameType.init);
    bed.show(file("empty\u00000 0"));
    await bed.heard(frameType.position);
    bed.show(headerBytes(frameType.endOfFile, none, "binary16"));
    await vi.waitFor(() => expect(bed.saved).toEqual([{ data: "", how: "whole" }]));
    bed.show(headerBytes(frameType.finish, none, "binary16"));
    await vi.waitFor(() => expect(bed.ended).toEqual([undefined]));
    bed.show(Buffer.from("OO$ "));
    bed.show(Buffer.from("OO"));
    expect(bed.shown.join("")).toBe("rz\rmore $ OO");
    expect(recordsOf(bed)).toEqual([{ filename: "empty", state: "complete", reason: "" }]);
  });

  it("that only shows what it is sent gets neither names nor content", async () => {
    const bed = open();
    bed.show(receives);
    await bed.heard(frameType.senderInit);
    for (const data of bed.sent.splice(0)) bed.show(data);
    await vi.waitFor(() => expect(bed.ended[0]).toContain("no program on the target answers"));
    expect(bed.sent).toEqual([cancelBytes]);
  });

  it("sees what somebody who joined types nowhere in a transfer", async () => {
    const bed = open();
    expect(bed.stage.input(Buffer.from("ls"))).toEqual(Buffer.from("ls"));
    bed.show(receives);
    await bed.heard(frameType.senderInit);
    expect(bed.stage.input(Buffer.from("ls"))).toBeNull();
  });
});

/** A header in digits; its checksum as one in bytes has it. */
function hexHeader(header: Buffer): Buffer {
  const binary = read(headerBytes(header[0] ?? 0, header.subarray(1), "binary16"), 100);
  expect(binary[0]?.kind).toBe("header");
  let crc = 0;
  for (const byte of header) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff) >>> 0;
  }
  const digits = `${header.toString("hex")}${crc.toString(16).padStart(4, "0")}`;
  return Buffer.from(`**\x18B${digits}\r\x8a\x11`, "latin1");
}
