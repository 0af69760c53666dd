export { toAsciicast, toRaw } from "./export.ts";
export type { DirectionSummary, RecordingHeader, TransferSummary } from "./format.ts";
export type { RecordingKeys } from "./keys.ts";
export { recordingPath, resolveRecording } from "./path.ts";
export { openRecording, verifyRecording } from "./reader.ts";
export { recoverRecording } from "./recover.ts";
export { type RecordingSummary, RecordingWriter } from "./writer.ts";
