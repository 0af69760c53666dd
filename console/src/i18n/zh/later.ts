import form from "./form.ts";

/** Namespaces loaded after the start: with the first form. */
export default { form };
