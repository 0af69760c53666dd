import { dingtalk } from "./dingtalk.ts";
import { feishu } from "./feishu.ts";
import type { ChatPlatform } from "./platform.ts";
import { wecom } from "./wecom.ts";

/** The chat platforms, in the order of their buttons. */
export const chatPlatforms: readonly ChatPlatform[] = [wecom, dingtalk, feishu];
