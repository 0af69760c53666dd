export { type Conversation, conversation } from "./conversation.ts";
export { failures } from "./dial.ts";
export { Dialogue, withoutEscapes } from "./dialogue.ts";
export { commandPrompt, elevate, isElevation, passwordPrompt } from "./elevate.ts";
export { displayAddress, TargetFailure } from "./failure.ts";
export { signInByTelnet } from "./telnet/telnet-sign-in.ts";
export { TelnetStream } from "./telnet/telnet-stream.ts";
export { text } from "./texts.ts";
export { withTimeout } from "./with-timeout.ts";
