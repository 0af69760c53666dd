import type { AccessChannel } from "./access-channel.ts";
import { fileChannels } from "./file-channels.ts";
import { forwardChannels } from "./forward-channels.ts";
import { jobChannels } from "./job-channels.ts";
import { terminalChannels } from "./terminal-channels.ts";
import { tokenChannels } from "./token-channels.ts";

/** Every access channel. */
export const channels: readonly AccessChannel[] = [
  ...terminalChannels,
  ...fileChannels,
  ...forwardChannels,
  ...tokenChannels,
  ...jobChannels,
];
