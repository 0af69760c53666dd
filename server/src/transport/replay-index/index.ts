export { type BuildOptions, buildIndex } from "./build-index.ts";
export { indexFileOf } from "./index-file.ts";
export { durationOf, type IndexEnd, loadIndex, type ReplayIndex } from "./replay-index.ts";
export { shownLines } from "./shown-lines.ts";
export { partOffsets, readStream } from "./stream.ts";
