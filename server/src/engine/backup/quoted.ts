/** A name as SQL takes it, for statements that no driver fills in. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
