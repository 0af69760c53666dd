import type { TestAnswer, TestCaller, TestProduct } from "./product.ts";

/** Sends a form with files (`multipart/form-data`) as the page of a caller does. */
export async function sendForm(
  { app }: TestProduct,
  { cookies }: TestCaller,
  { method, path, form }: { readonly method: string; readonly path: string; readonly form: FormData },
): Promise<Pick<TestAnswer, "status" | "body">> {
  const encoded = new Response(form);
  const response = await app.fastify.inject({
    method: method as "POST",
    url: `/api/v1/${path}`,
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

/** The head of a picture of a size, in pixels. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([head, size, Buffer.from("0806000000", "hex")]);
}
