import confirm from "./confirm.ts";
import form from "./form.ts";
import transfer from "./transfer.ts";

/** Namespaces loaded after the start: with the first form, or the first dialog that needs them. */
export default { confirm, form, transfer };
