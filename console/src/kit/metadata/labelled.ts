import i18next from "i18next";

const isWide = () => /^(zh|ja)/.test(i18next.language);

/** What something is and which: `User: Ann`, with the colon of the reader's language. */
export function labelled(label: string, text: string): string {
  return `${label}${isWide() ? "：" : ": "}${text}`;
}

/** Names one after another, with the separator of the reader's language. */
export function listed(names: readonly string[]): string {
  return names.join(isWide() ? "、" : ", ");
}
