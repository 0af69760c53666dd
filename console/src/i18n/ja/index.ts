import common from "./common.ts";
import kit from "./kit.ts";
import shell from "./shell.ts";
import terminal from "./terminal.ts";

export default { common, kit, shell, terminal };
