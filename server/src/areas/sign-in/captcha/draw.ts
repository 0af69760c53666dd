import { createHash } from "node:crypto";
import { glyphs, type Stroke } from "./glyphs.ts";
import type { Picture } from "./png.ts";

/** Size in pixels; pages show it at two thirds. Wide enough that characters stand apart, whatever moves them. */
const width = 300;
const height = 72;

const paper = 250;
const ink = 50;

type Random = () => number;

/** Numbers from 0 to 1 that follow from a seed: asking again for a picture must not give another view of it. */
function seeded(seed: string): Random {
  let state = createHash("sha256").update(seed).digest().readUInt32BE(0) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

/** Puts a soft dot of ink; what is darker already stays. */
function dot({ pixels }: Picture, x: number, y: number, radius: number): void {
  const reach = Math.ceil(radius + 1);
  const [left, top] = [Math.round(x), Math.round(y)];
  for (let row = Math.max(0, top - reach); row <= Math.min(height - 1, top + reach); row++) {
    for (let column = Math.max(0, left - reach); column <= Math.min(width - 1, left + reach); column++) {
      const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(column - x, row - y)));
      const shade = Math.round(paper - (paper - ink) * cover);
      const at = row * width + column;
      pixels[at] = Math.min(pixels[at] ?? paper, shade);
    }
  }
}

/** Draws a line, point by point. */
function draw(picture: Picture, points: Stroke, radius: number): void {
  for (let index = 1; index < points.length; index++) {
    const [[x, y], [nextX, nextY]] = [points[index - 1] ?? [0, 0], points[index] ?? [0, 0]];
    const steps = Math.max(1, Math.ceil(Math.hypot(nextX - x, nextY - y) / 1.2));
    for (let step = 0; step <= steps; step++) {
      dot(picture, x + ((nextX - x) * step) / steps, y + ((nextY - y) * step) / steps, radius);
    }
  }
}

/** A wave that bends the whole picture. */
function bend(random: Random): (x: number, y: number) => readonly [number, number] {
  const [lift, shift] = [between(random, 2, 4.5), between(random, 1, 3)];
  const [long, short] = [between(random, 40, 80), between(random, 18, 32)];
  const [start, beginning] = [random() * 7, random() * 7];
  return (x, y) => [x + shift * Math.sin(y / short + start), y + lift * Math.sin(x / long + beginning)];
}

/** The question as a picture that people read more easily than programs. */
export function drawPuzzle(question: string, seed: string): Picture {
  const random = seeded(seed);
  const picture: Picture = { width, height, pixels: new Uint8Array(width * height).fill(paper) };
  const bent = bend(random);
  const characters = [...`${question}=`];
  const cell = (width - 30) / characters.length;
  for (const [index, character] of characters.entries()) {
    const [wide, tall] = [between(random, 23, 27), between(random, 37, 44)];
    const turn = between(random, -0.2, 0.2);
    const [x, y] = [15 + cell * (index + 0.5) + between(random, -3, 3), height / 2 + between(random, -4, 4)];
    for (const stroke of glyphs[character] ?? []) {
      const points = stroke.map(([a, b]) => {
        const [across, down] = [(a - 0.5) * wide, (b - 0.5) * tall];
        return bent(
          x + across * Math.cos(turn) - down * Math.sin(turn),
          y + across * Math.sin(turn) + down * Math.cos(turn),
        );
      });
      draw(picture, points, between(random, 1.8, 2.3));
    }
  }
  for (let line = 0; line < 2; line++) {
    const [from, to, swing] = [random() * height, random() * height, between(random, -22, 22)];
    const curve = Array.from({ length: 15 }, (_, index): [number, number] => {
      const part = index / 14;
      return [part * width, from + (to - from) * part + swing * Math.sin(part * Math.PI * 2)];
    });
    draw(picture, curve, 0.4);
  }
  for (let speck = 0; speck < 60; speck++) dot(picture, random() * width, random() * height, 0.5);
  return picture;
}
