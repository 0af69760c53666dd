export { checkRecording, type RecordingDamage } from "./check.ts";
export { asciicastLine, type ShownEvent, shownEvents, toAsciicast, toRaw } from "./export.ts";
export {
  type DirectionSummary,
  type RecordingHeader,
  RecordingTampered,
  type TransferSummary,
} from "./format.ts";
export { type RecordingKeys, recordingKeyFile } from "./keys.ts";
export { leaveRecording } from "./leave-file.ts";
export { recordingPath, resolveRecording } from "./path.ts";
export {
  bytesOf,
  fileOf,
  placeOf,
  type RecordingBytes,
  type RecordingPlace,
  type RecordingSource,
} from "./place.ts";
export {
  type FramePosition,
  openRecording,
  type RecordingEnd,
  type RecordingFrame,
  type RecordingReader,
  verifyRecording,
} from "./reader.ts";
export { recoverRecording } from "./recover.ts";
export { type RecordingSummary, RecordingWriter } from "./writer.ts";
