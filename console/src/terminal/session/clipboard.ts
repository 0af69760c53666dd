/** Reads the clipboard after a gesture of the person; undefined when the browser does not let the page. */
export async function readClipboard(): Promise<string | undefined> {
  try {
    return await navigator.clipboard?.readText();
  } catch {
    return undefined;
  }
}
