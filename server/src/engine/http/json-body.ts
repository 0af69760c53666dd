import { ApiError } from "../errors.ts";
import { withParameters } from "../i18n/messages.ts";
import { text } from "../i18n/texts.ts";
import { deepestNesting } from "../json.ts";
import { createYield } from "../yield-to-event-loop.ts";

/** Most values of a body, in objects and arrays at any depth: what each costs in memory is many times its text. */
const mostValues = 1_000_000;

/** Most items of an array inside a body, such as the ids of what an object is related to. */
const mostItems = 100_000;

/** Where the parts of a body begin and end, in bytes. */
interface Layout {
  /** The first character; -1 where there is none. */
  readonly start: number;
  /** Commas between the items of the array, a piece apart at least; none when it is no array. */
  readonly cuts: readonly number[];
  /** Behind the last bracket. */
  readonly end: number;
}

/** What a body of many objects is held to. */
export interface BodyLimits {
  /** Most items of a body that is an array. */
  readonly bulk: number;
  /** Bytes looked at, and of an array read, before anything else can have its turn. Default 128 KiB. */
  readonly pieceSize?: number;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Of a part of a body, in which a byte order mark is no mark. */
const partDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const isBlank = (text: string): boolean => /^[ \t\r\n]*$/.test(text);

/**
 * Reads a JSON body in slices, so that a large one does not hold up other requests. An empty one is undefined; bytes
 * that are not UTF-8 are refused, not replaced.
 *
 * @throws ApiError 413 for more objects or values than the limits allow, SyntaxError for what is no JSON
 */
export async function readJsonBody(bytes: Buffer, limits: BodyLimits): Promise<unknown> {
  const yieldNow = createYield();
  const { start, cuts, end } = await layOut(bytes, limits, yieldNow);
  if (start < 0) return bytes.length === 0 ? undefined : JSON.parse(decoder.decode(bytes));
  if (cuts.length === 0) return JSON.parse(decoder.decode(bytes));
  const before = decoder.decode(bytes.subarray(0, start));
  const behind = partDecoder.decode(bytes.subarray(end));
  if (!isBlank(before) || !isBlank(behind) || bytes[end - 1] !== 0x5d)
    throw new SyntaxError("the array is not all there is");
  const items: unknown[] = [];
  const bounds = [start, ...cuts, end - 1];
  for (const [index, to] of bounds.slice(1).entries()) {
    for (const item of readItems(bytes.subarray((bounds[index] ?? 0) + 1, to), items.length))
      items.push(item);
    await yieldNow();
  }
  return items;
}

function readItems(piece: Buffer, before: number): readonly unknown[] {
  try {
    const items: readonly unknown[] = JSON.parse(`[${partDecoder.decode(piece)}]`);
    if (items.length > 0) return items;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`after item ${before}: ${error.message}`);
  }
  throw new SyntaxError(`a comma without an item follows item ${before}`);
}

async function layOut(
  bytes: Buffer,
  { bulk, pieceSize = 131_072 }: BodyLimits,
  yieldNow: () => Promise<void> | undefined,
): Promise<Layout> {
  const cuts: number[] = [];
  let start = -1;
  let depth = 0;
  let values = 0;
  // Commas of what is open, by depth.
  const commas: number[] = [];
  let isQuoted = false;
  let lastCut = 0;
  let pause = pieceSize;
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= pause) {
      pause = at + pieceSize;
      await yieldNow();
    }
    const byte = bytes[at] as number;
    if (isQuoted) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) isQuoted = false;
      continue;
    }
    if (byte === 0x22) isQuoted = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (depth === 0 && start < 0) start = at;
      depth += 1;
      values += 1;
      commas[depth] = 0;
      if (depth > deepestNesting) throw new SyntaxError(`nested deeper than ${deepestNesting} levels`);
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
      if (depth === 0) return { start, cuts, end: at + 1 };
    } else if (byte === 0x2c) {
      values += 1;
      const items = (commas[depth] ?? 0) + 1;
      commas[depth] = items;
      if (items >= mostItems) throw tooMany(text.tooManyItems, mostItems);
      if (depth === 1 && bytes[start] === 0x5b) {
        if (items >= bulk) throw tooMany(text.tooManyObjects, bulk);
        if (at - lastCut >= pieceSize) {
          cuts.push(at);
          lastCut = at;
        }
      }
    }
    if (values > mostValues) throw tooMany(text.tooManyValues, mostValues);
  }
  // Something is not closed: reading it as a whole says what. Nothing was cut, so nothing is long.
  if (cuts.length > 0) throw new SyntaxError("the array is not closed");
  return { start: -1, cuts, end: bytes.length };
}

const tooMany = (message: typeof text.tooManyObjects, limit: number): ApiError =>
  new ApiError(413, "request_too_large", withParameters(message, { limit }));
