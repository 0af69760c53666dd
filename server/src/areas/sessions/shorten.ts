/** Longest display text of a session, in characters. */
const longest = 128;

/** Shortens in the middle, where names differ least. */
export function shorten(value: string, length = longest): string {
  const characters = [...value];
  if (characters.length <= length) return value;
  const half = Math.floor((length - 3) / 2);
  return `${characters.slice(0, half).join("")}...${characters.slice(-half).join("")}`;
}
