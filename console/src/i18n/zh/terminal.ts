import type { Texts } from "../catalogue.ts";
import type en from "../en/terminal.ts";

export default {} satisfies Texts<typeof en>;
