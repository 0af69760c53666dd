import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CastReader, parseJsonRecording, UnknownRecording } from "./recording.ts";

const HEADER = '{"version":2,"width":100,"height":30,"timestamp":1700000000}';
const read = (...pieces: string[]) => {
  const reader = new CastReader();
  for (const piece of pieces) reader.push(piece);
  return reader.finish();
};

describe("recording", () => {
  it("reads a header and events", () => {
    expect(read(`${HEADER}\n[0.5,"o","hi"]\n[1,"r","120x40"]\n`)).toEqual({
      columns: 100,
      rows: 30,
      startedAt: 1_700_000_000,
      events: [
        [0.5, "o", "hi"],
        [1, "r", "120x40"],
      ],
      truncated: false,
    });
  });

  it("shows what is whole of a file that was cut off", () => {
    const recording = read(`${HEADER}\n[0.5,"o","hi"]\n[1,"o","un`);
    expect(recording.events).toHaveLength(1);
    expect(recording.truncated).toBe(true);
    expect(read(`${HEADER}\n[1,"o","x"]`)).toMatchObject({ truncated: false, events: [[1, "o", "x"]] });
  });

  it("leaves out what is no event and never runs backwards", () => {
    const text = `${HEADER}\nnull\n{}\n[1]\n["a","o","b"]\n[2,"o","a"]\n[1,"o","b"]\n`;
    expect(read(text).events).toEqual([
      [2, "o", "a"],
      [2, "o", "b"],
    ]);
  });

  it("refuses other files", () => {
    for (const text of ["", "<html>", '{"version":1}\n', '[1,"o","x"]\n']) {
      expect(() => read(text)).toThrow(UnknownRecording);
    }
    expect(() => parseJsonRecording("[]")).toThrow(UnknownRecording);
  });

  it("keeps sizes usable", () => {
    expect(read('{"version":2,"width":0,"height":-4}\n')).toMatchObject({ columns: 80, rows: 24 });
    expect(read('{"version":2,"width":1e9,"height":"x"}\n')).toMatchObject({ columns: 1000, rows: 24 });
  });

  it("reads the same wherever the text is cut", () => {
    const text = `${HEADER}\n[0.25,"o","a\\u001b[31m€\\r\\n"]\n[3,"o","b"]\n`;
    const whole = read(text);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), (cuts) => {
        const places = [0, ...cuts.sort((left, right) => left - right), text.length];
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(read(...pieces)).toEqual(whole);
      }),
    );
  });

  it("orders the old kind by time", () => {
    expect(parseJsonRecording('{"2":"b","0.5":"a","x":"c"}').events).toEqual([
      [0.5, "o", "a"],
      [2, "o", "b"],
    ]);
  });
});
