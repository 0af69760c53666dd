/*
 * Paths of targets have no encoding: they are "latin1" strings, one character a byte. What a person reads of them goes
 * through `shownPath`.
 */

/** Longest path that is passed on, in bytes. */
const longestPath = 4096;

/** Whether a path can be one at all. */
export const isPath = (path: string): boolean => path.length <= longestPath && !path.includes("\0");

/**
 * An absolute path without `.`, `..` and empty parts. What is logged and what the target is asked for is this very path,
 * so that neither can be led astray. `..` at the top stays there.
 *
 * @param from absolute; what a relative path starts at
 */
export function absolutePath(from: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${from}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** The folder a path is in. */
export const parentOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf("/")));

/** The last part of a path. */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** A path below a folder. */
export const join = (folder: string, name: string): string =>
  folder === "/" ? `/${name}` : `${folder}/${name}`;

/** Whether `path` is `root` or is below it; both absolute and normal. */
export const isWithin = (root: string, path: string): boolean =>
  root === "/" || path === root || path.startsWith(`${root}/`);

/** A path as a person reads it. */
export const shownPath = (path: string): string => Buffer.from(path, "latin1").toString("utf8");

/** What a person typed or a name of the product, as a path has it. */
export const pathBytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
