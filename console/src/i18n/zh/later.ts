import confirm from "./confirm.ts";
import form from "./form.ts";
import personal from "./personal.ts";
import roles from "./roles.ts";
import transfer from "./transfer.ts";

/** Namespaces loaded after the start: with the first form, or the first dialog or page that needs them. */
export default { confirm, form, personal, roles, transfer };
