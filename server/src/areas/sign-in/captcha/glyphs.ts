/** A line through points of the unit square; y grows downwards. */
export type Stroke = readonly (readonly [x: number, y: number])[];

/** Points of an ellipse, from one angle to another (degrees, clockwise from the right). */
function arc(x: number, y: number, width: number, height: number, from: number, to: number): Stroke {
  const steps = Math.max(6, Math.ceil(Math.abs(to - from) / 18));
  return Array.from({ length: steps + 1 }, (_, index) => {
    const angle = ((from + ((to - from) * index) / steps) * Math.PI) / 180;
    return [x + width * Math.cos(angle), y + height * Math.sin(angle)] as const;
  });
}

/** The characters of a puzzle, as a pen would write them. */
export const glyphs: Readonly<Record<string, readonly Stroke[]>> = {
  "0": [arc(0.5, 0.5, 0.36, 0.5, 0, 360)],
  "1": [
    [
      [0.25, 0.22],
      [0.55, 0],
      [0.55, 1],
    ],
  ],
  "2": [[...arc(0.5, 0.28, 0.36, 0.28, 180, 395), [0.12, 1], [0.9, 1]]],
  "3": [[...arc(0.45, 0.26, 0.36, 0.26, 200, 450), ...arc(0.45, 0.74, 0.4, 0.26, 270, 510)]],
  "4": [
    [
      [0.66, 1],
      [0.66, 0],
      [0.08, 0.68],
      [0.94, 0.68],
    ],
  ],
  "5": [[[0.84, 0], [0.24, 0], [0.2, 0.44], ...arc(0.47, 0.68, 0.38, 0.32, 230, 510)]],
  "6": [[[0.76, 0.02], [0.4, 0.2], [0.16, 0.56], ...arc(0.5, 0.68, 0.36, 0.32, 200, 560)]],
  "7": [
    [
      [0.1, 0],
      [0.9, 0],
      [0.38, 1],
    ],
  ],
  "8": [arc(0.5, 0.25, 0.3, 0.25, 90, 450), arc(0.5, 0.75, 0.38, 0.25, 270, 630)],
  "9": [[...arc(0.5, 0.32, 0.36, 0.32, 20, 380), [0.8, 0.6], [0.5, 1]]],
  "+": [
    [
      [0.5, 0.22],
      [0.5, 0.78],
    ],
    [
      [0.16, 0.5],
      [0.84, 0.5],
    ],
  ],
  "-": [
    [
      [0.16, 0.5],
      [0.84, 0.5],
    ],
  ],
  x: [
    [
      [0.22, 0.24],
      [0.78, 0.78],
    ],
    [
      [0.78, 0.24],
      [0.22, 0.78],
    ],
  ],
  "=": [
    [
      [0.16, 0.38],
      [0.84, 0.38],
    ],
    [
      [0.16, 0.64],
      [0.84, 0.64],
    ],
  ],
};
