import { text as textField } from "../../../engine/resource/index.ts";
import { text } from "../job-texts.ts";
import { boolean, list } from "../setting-kinds.ts";

/** Category `ops`: what people run on assets as jobs. */
export const jobSettings = {
  SECURITY_COMMAND_EXECUTION: boolean(true, { label: text.enabled, help: text.enabledHelp }),
  SECURITY_COMMAND_BLACKLIST: list(["reboot", "shutdown", "poweroff", "halt", "dd", "half", "top"], {
    label: text.blacklist,
    help: text.blacklistHelp,
    required: true,
    child: textField({ label: text.blacklist, required: true, maxLength: 1024 }),
  }),
};
