/** Texts read into a value may not be larger than this, in bytes. */
const TEXT_LIMIT = 1024 * 1024;

/** Why a file was not taken. */
export type FileProblem = "tooLarge" | "notText" | "notJson";

/**
 * Reads a chosen file as text.
 *
 * @param json the file has to hold a JSON object
 */
export async function readTextFile(
  file: File,
  json = false,
): Promise<{ readonly text: string } | { readonly problem: FileProblem }> {
  if (file.size > TEXT_LIMIT) return { problem: "tooLarge" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    if (text.includes("\0")) return { problem: "notText" };
    if (json) {
      const parsed: unknown = JSON.parse(text);
      if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
        return { problem: "notJson" };
    }
    return { text };
  } catch {
    return { problem: json ? "notJson" : "notText" };
  }
}
