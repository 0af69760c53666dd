import { constants, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * The same picture in fewer bytes: without the alpha channel nothing uses, unfiltered, which suits flat surfaces, and
 * packed as well as zlib can. Takes the eight-bit, not interlaced pictures that browsers make.
 */
export function repackPng(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === "IHDR")?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const depth = { 2: 3, 6: 4 }[header[9] ?? 0];
  if (depth === undefined || header[8] !== 8 || header[12] !== 0) return png;
  const packed = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
  const pixels = unfilter(inflateSync(Buffer.concat(packed)), width * depth, height, depth);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let at = 0, to = 0; at < pixels.length; at += depth) {
    if ((at / depth) % width === 0) to += 1;
    to += pixels.copy(rows, to, at, at + 3);
  }
  const newHeader = Buffer.from(header);
  newHeader[9] = 2;
  const data = deflateSync(rows, { level: 9, memLevel: 9, strategy: constants.Z_DEFAULT_STRATEGY });
  return Buffer.concat([
    signature,
    chunk("IHDR", newHeader),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}

/** Undoes the prediction of each line (PNG specification, section 9). */
function unfilter(lines: Buffer, stride: number, height: number, depth: number): Buffer {
  const pixels = Buffer.alloc(stride * height);
  for (let line = 0; line < height; line += 1) {
    const from = line * (stride + 1);
    const to = line * stride;
    for (let at = 0; at < stride; at += 1) {
      const left = at < depth ? 0 : (pixels[to + at - depth] ?? 0);
      const up = line === 0 ? 0 : (pixels[to + at - stride] ?? 0);
      const corner = at < depth || line === 0 ? 0 : (pixels[to + at - stride - depth] ?? 0);
      pixels[to + at] = (lines[from + 1 + at] ?? 0) + predicted(lines[from] ?? 0, left, up, corner);
    }
  }
  return pixels;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toUp, toCorner] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(checksum(body), framed.length - 4);
  return framed;
}

/** CRC-32 (PNG specification, annex D). */
function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
