import { useQuery } from "@tanstack/react-query";
import { Spin } from "antd";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { wholeOutput } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";

/** Milliseconds a comparison may hold the page up. */
const LONGEST = 1_500;
/** Lines around a change that are shown with it. */
const AROUND = 3;
/** Lines that are drawn. */
const MOST_LINES = 2_000;

interface OutputDifferenceProps {
  /** Ids of the two runs. */
  readonly before: string;
  readonly after: string;
  /** Id of the host, which both runs may have. */
  readonly asset: string;
  readonly name: string;
}

/** A line of what is different: its kind is its first character, as in a patch. */
interface DifferentLine {
  /** Where it stands in what is shown. */
  readonly at: number;
  readonly kind: "added" | "removed" | "place" | "both";
  readonly text: string;
}

const KINDS: Readonly<Record<string, DifferentLine["kind"]>> = { "+": "added", "-": "removed" };

/** The lines that are different, with some around them; null: they cannot be compared in the time. */
async function compare({
  before,
  after,
  asset,
}: OutputDifferenceProps): Promise<readonly DifferentLine[] | null> {
  const [one, other, { structuredPatch }] = await Promise.all([
    wholeOutput(before, asset),
    wholeOutput(after, asset),
    import("diff"),
  ]);
  const patch = structuredPatch("", "", one, other, "", "", { context: AROUND, timeout: LONGEST });
  if (patch === undefined) return null;
  return patch.hunks
    .flatMap(({ newStart, lines }): Omit<DifferentLine, "at">[] => [
      { kind: "place", text: String(newStart) },
      ...lines
        .filter((line) => !line.startsWith("\\"))
        .map((line) => ({ kind: KINDS[line[0] ?? ""] ?? "both", text: line })),
    ])
    .map((line, at) => ({ ...line, at }));
}

/** What a host said in one run and not in the other, line by line. */
export function OutputDifference(props: OutputDifferenceProps) {
  const { t } = useJobTexts();
  const { before, after, asset, name } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ["object", "job output difference", before, after, asset],
    queryFn: () => compare(props),
    // Read once, and again when it is opened again: a run may have gone on meanwhile.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
  if (data === undefined) {
    return error === null ? <Spin /> : <FailureNotice error={error} onRetry={() => void refetch()} />;
  }
  if (data === null) return <p className="hint">{t("difference.tooDifferent")}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className="job-output" tabIndex={0} aria-label={t("difference.of", { name })}>
        <pre>
          {data.slice(0, MOST_LINES).map(({ at, kind, text }) => (
            <span key={at} className={`job-line-${kind}`}>
              {kind === "place" ? t("difference.line", { line: text }) : text}
            </span>
          ))}
        </pre>
      </section>
      {data.length > MOST_LINES ? <p className="hint">{t("difference.shortened")}</p> : null}
    </>
  );
}
