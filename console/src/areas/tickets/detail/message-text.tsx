import { Fragment } from "react";

type Block =
  | { readonly type: "text"; readonly lines: readonly string[] }
  | {
      readonly type: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

const isRow = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);
const isRule = (line: string): boolean => /^\s*\|[\s:|-]+\|\s*$/.test(line);

function cells(line: string): string[] {
  const inner = line.trim().replace(/^\||\|$/g, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** Cuts a text into paragraphs and tables: what the state messages of a ticket are made of. */
export function messageBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (isRow(line) && isRule(lines[at + 1] ?? "")) {
      const rows: string[][] = [];
      let next = at + 2;
      for (; isRow(lines[next] ?? ""); next += 1) rows.push(cells(lines[next] ?? ""));
      blocks.push({ type: "table", head: cells(line), rows });
      at = next - 1;
      continue;
    }
    const last = blocks.at(-1);
    if (line.trim() === "") blocks.push({ type: "text", lines: [] });
    else if (last?.type === "text") blocks[blocks.length - 1] = { ...last, lines: [...last.lines, line] };
    else blocks.push({ type: "text", lines: [line] });
  }
  return blocks.filter((block) => block.type === "table" || block.lines.length > 0);
}

/** Parts of one text, numbered: they never change places. */
function numbered<Part>(parts: readonly Part[]): { readonly key: number; readonly part: Part }[] {
  return parts.map((part, key) => ({ key, part }));
}

/** What Markdown escapes, as it is meant. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\([\\`*_{}[\]<>()#+!|~.-])/g, "$1");
}

/** `**strong**` parts of a line; everything else stands as it was written. */
function Line({ text }: { readonly text: string }) {
  return numbered(text.split(/(?<!\\)\*\*(.+?)(?<!\\)\*\*/)).map(({ key, part }) =>
    key % 2 === 1 ? <strong key={key}>{unescaped(part)}</strong> : unescaped(part),
  );
}

function Changes({ head, rows }: Pick<Extract<Block, { type: "table" }>, "head" | "rows">) {
  return (
    <div className="ticket-changes">
      <table>
        <thead>
          <tr>
            {numbered(head).map(({ key, part }) => (
              <th key={key} scope="col">
                {unescaped(part)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(({ key, part: row }) => (
            <tr key={key}>
              {numbered(row).map(({ key: column, part }) => (
                <td key={column}>{unescaped(part)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A message as text: paragraphs, and tables of changes. No markup of it becomes an element of the page. */
export function MessageText({ text }: { readonly text: string }) {
  return numbered(messageBlocks(text)).map(({ key, part: block }) =>
    block.type === "table" ? (
      <Changes key={key} head={block.head} rows={block.rows} />
    ) : (
      <p key={key}>
        {numbered(block.lines).map(({ key: line, part }) => (
          <Fragment key={line}>
            {line > 0 ? <br /> : null}
            <Line text={part} />
          </Fragment>
        ))}
      </p>
    ),
  );
}
