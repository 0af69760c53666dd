import type { Readable, Writable } from "node:stream";

/** A line was longer than what was agreed. */
export class LineTooLongError extends Error {
  override readonly name = "LineTooLongError";
}

/**
 * The lines of a stream, as they come. What is not read yet waits in the pipe, and in the end in the writer.
 * @throws LineTooLongError as soon as a line has more than `most` bytes.
 */
export async function* readLines(stream: Readable, most: number): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      length += at - start;
      if (length > most) throw new LineTooLongError();
      pieces.push(chunk.subarray(start, at));
      yield Buffer.concat(pieces).toString("utf8");
      pieces = [];
      length = 0;
      start = at + 1;
    }
    length += chunk.length - start;
    if (length > most) throw new LineTooLongError();
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  }
}

/** Writes a value as one line; resolves when the stream takes more. */
export function writeLine(stream: Writable, value: unknown): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableEnded) return resolve();
    if (stream.write(`${JSON.stringify(value)}\n`)) return resolve();
    const go = (): void => {
      stream.off("drain", go);
      stream.off("close", go);
      resolve();
    };
    stream.once("drain", go);
    stream.once("close", go);
  });
}
