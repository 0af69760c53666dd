/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text made safe for any place between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A template in which every value is escaped, except what is HTML already; lists are joined, null is nothing. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | null | Html | readonly Html[])[]
): Html {
  let result = strings[0] ?? "";
  for (const [index, value] of values.entries()) {
    result += render(value) + (strings[index + 1] ?? "");
  }
  return { html: result };
}

function render(value: string | number | null | Html | readonly Html[]): string {
  if (value === null) return "";
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return "html" in value ? value.html : value.map(render).join("");
}
