import type { TestAnswer, TestCaller, TestProduct } from "../../../../testing/product.ts";

/** Creates a playbook of an archive, as a browser sends it. */
export async function uploadPlaybook(
  { app }: TestProduct,
  { cookies }: TestCaller,
  archive: Uint8Array,
  { file = "book.zip", ...fields }: Readonly<Record<string, string>> = {},
): Promise<Pick<TestAnswer, "status" | "body">> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("path", new Blob([new Uint8Array(archive)]), file);
  const encoded = new Response(form);
  const response = await app.fastify.inject({
    method: "POST",
    url: "/api/v1/ops/playbooks/",
    headers: {
      "content-type": encoded.headers.get("content-type") ?? "",
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; "),
      "x-csrftoken": cookies.jms_csrftoken ?? "",
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}
