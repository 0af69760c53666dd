/**
 * Copies text. Browsers offer their clipboard on encrypted sites only; elsewhere the old command is used.
 *
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused by the browser's permission: the old way may still be open.
    }
  }
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "luna-offscreen";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

/** Reads the clipboard after a gesture of the person; undefined when the browser does not let the page. */
export async function readClipboard(): Promise<string | undefined> {
  try {
    return await navigator.clipboard?.readText();
  } catch {
    return undefined;
  }
}
