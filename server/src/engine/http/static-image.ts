import { readFile } from "node:fs/promises";
import { extname, join, resolve, sep } from "node:path";
import { NotFound } from "../errors.ts";
import type { RouteAnswer } from "./routes.ts";
import { staticFolder } from "./static-folder.ts";

const types: ReadonlyMap<string, string> = new Map([
  [".png", "image/png"],
  [".jpg", "image/jpeg"],
  [".jpeg", "image/jpeg"],
  [".gif", "image/gif"],
  [".ico", "image/x-icon"],
  [".webp", "image/webp"],
]);

/**
 * The bytes of an image below `/static/`, as an answer.
 * @throws NotFound for any other address: of another site, outside the folder, not an image.
 */
export async function staticImage(path: string): Promise<RouteAnswer> {
  const root = join(staticFolder(), "img") + sep;
  const file = resolve(root, path.replace(/^\/static\/img\//, ""));
  const type = types.get(extname(file).toLowerCase());
  if (!path.startsWith("/static/img/") || !file.startsWith(root) || type === undefined) throw new NotFound();
  try {
    const body = await readFile(file);
    return { body, type, headers: { "cache-control": "public, max-age=3600" } };
  } catch {
    throw new NotFound();
  }
}
