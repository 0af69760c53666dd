import type { TestAnswer, TestCaller, TestProduct } from "../../../../testing/product.ts";
import { sendForm } from "../../../../testing/send-form.ts";

/** Creates a playbook of an archive, as a browser sends it. */
export function uploadPlaybook(
  product: TestProduct,
  caller: TestCaller,
  archive: Uint8Array,
  { file = "book.zip", ...fields }: Readonly<Record<string, string>> = {},
): Promise<Pick<TestAnswer, "status" | "body">> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("path", new Blob([new Uint8Array(archive)]), file);
  return sendForm(product, caller, { method: "POST", path: "ops/playbooks/", form });
}
