import { useTranslation } from "react-i18next";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";

/** Characters of output that are kept. */
const LONGEST_OUTPUT = 1024;

/** What the ways of knowing a command mean. */
const SOURCES = { exact: "sourceExact", marks: "sourceMarks", screen: "sourceScreen" } as const;

/** How the server knew it; undefined where it does not say. */
function sourceOf({ source }: Row): (typeof SOURCES)[keyof typeof SOURCES] | undefined {
  const value = typeof source === "object" && source !== null && "value" in source ? source.value : undefined;
  return Object.entries(SOURCES).find(([name]) => name === value)?.[1];
}

/** A command as it stood behind the prompt, what it put out, and how it is known. */
export function CommandDetails({ row }: { readonly row: Row }) {
  const { t } = useTranslation("commands");
  const input = valueText(row.command ?? row.input);
  const output = valueText(row.output);
  const source = sourceOf(row);
  return (
    <div className="command-details">
      <pre>
        <span className="command-line">{`$ ${input}`}</span>
        {output === "" ? null : `\n${output}`}
      </pre>
      <p>
        {[
          output === "" ? t("noOutput") : "",
          [...output].length >= LONGEST_OUTPUT ? t("cut") : "",
          source === undefined ? "" : t(source),
        ]
          .filter((part) => part !== "")
          .join(" ")}
      </p>
    </div>
  );
}
