import type { IncomingMessage } from "node:http";
import { badRequest } from "./failure.ts";
import { multipart, type Part } from "./multipart.ts";

/** Longest form without files, in bytes: a text that was edited comes as one. */
const longestForm = 12 * 1024 * 1024;

/** Longest value of one field beside files. */
const longestField = 1024 * 1024;

/** Most fields of a form. */
const mostFields = 10_000;

/** Parameters of a request, and the files that come with it. */
export interface RequestForm {
  readonly values: URLSearchParams;
  /** Files in the order they come; parameters that come behind them are in `values` only then. */
  readonly files: AsyncGenerator<Part> | null;
}

/** Reads the parameters of a request: of its address and of a form in its body. */
export async function readForm(request: IncomingMessage, query: URLSearchParams): Promise<RequestForm> {
  const type = request.headers["content-type"] ?? "";
  if (request.method !== "POST") return { values: query, files: null };
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    const body = await readText(request, longestForm);
    const values = new URLSearchParams(query);
    let count = 0;
    for (const [name, value] of new URLSearchParams(body)) {
      count += 1;
      if (count > mostFields) throw badRequest("fields");
      values.append(name, value);
    }
    return { values, files: null };
  }
  const boundary = /^multipart\/form-data\s*;.*boundary="?([^";]{1,200})"?/i.exec(type)?.[1];
  if (boundary === undefined) return { values: query, files: null };
  const values = new URLSearchParams(query);
  return { values, files: await filesOf(multipart(request, boundary), values) };
}

/** Takes the fields before the first file at once, and the rest as the files are read. */
async function filesOf(
  parts: AsyncGenerator<Part>,
  values: URLSearchParams,
): Promise<AsyncGenerator<Part> | null> {
  const nextFile = async (): Promise<Part | null> => {
    for (let count = 0; count < mostFields; count += 1) {
      const { value: part, done } = await parts.next();
      if (done === true || part === undefined) return null;
      if (part.filename !== null) return part;
      values.append(part.name, (await readAll(part.content, longestField)).toString("utf8"));
    }
    throw badRequest("fields");
  };
  const first = await nextFile();
  if (first === null) return null;
  async function* files(): AsyncGenerator<Part> {
    for (let part: Part | null = first; part !== null; part = await nextFile()) yield part;
  }
  return files();
}

const readText = async (body: AsyncIterable<Buffer>, limit: number): Promise<string> =>
  (await readAll(body, limit)).toString("utf8");

/** All of what comes; FileFailure `bad_request` beyond the limit. */
export async function readAll(body: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw badRequest("size");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
