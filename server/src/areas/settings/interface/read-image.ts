/** A picture, by what its bytes say: neither its name nor the type a client gives it is believed. */
export interface ReadImage {
  readonly contentType: "image/png" | "image/jpeg" | "image/gif" | "image/x-icon";
  readonly extension: "png" | "jpg" | "gif" | "ico";
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * What kind of picture this is, and how large; null for anything else. Drawings (SVG) are none: they may hold scripts.
 */
export function readImage(bytes: Buffer): ReadImage | null {
  if (bytes.length < 26) return null;
  if (bytes.subarray(0, 8).equals(pngSignature) && bytes.toString("latin1", 12, 16) === "IHDR") {
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    return { contentType: "image/png", extension: "png", width, height };
  }
  if (/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) {
    const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
    return { contentType: "image/gif", extension: "gif", width, height };
  }
  if (bytes.readUInt32LE(0) === 0x00_01_00_00 && bytes.readUInt16LE(4) > 0) {
    // One byte each, in which 0 means 256.
    const [width, height] = [bytes.readUInt8(6) || 256, bytes.readUInt8(7) || 256];
    return { contentType: "image/x-icon", extension: "ico", width, height };
  }
  const size = bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : null;
  return size === null ? null : { contentType: "image/jpeg", extension: "jpg", ...size };
}

/** Size of a JPEG, from the segment that begins its frame; null where there is none. */
function jpegSize(bytes: Buffer): Pick<ReadImage, "width" | "height"> | null {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
