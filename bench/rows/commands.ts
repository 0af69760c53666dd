import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import {
  type CorpusSession,
  drawingRate,
  extractFrom,
  readCorpus,
  score,
} from "../../server/src/gateway/testing/command-corpus.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Sizes } from "../sizes.ts";
import { below, judged, median, noted, type Row } from "../table.ts";

/** Share of what was found that was run, and share of what was run that was found. */
const goals = { precision: 0.99, recall: 0.99 };

/** Milliseconds for a page of commands. */
const limit = 50;

/** Commands as they are found on recorded terminals, how fast they are read, and how fast many of them are listed. */
export async function measureCommands(fixtures: Fixtures): Promise<Row[]> {
  return [
    ...byShell(await readCorpus(), ""),
    ...byShell(await readCorpus("held-out"), ", held out"),
    speed(fixtures.sizes.outputBytes),
    ...(await lists(fixtures)),
  ];
}

function byShell(sessions: readonly CorpusSession[], part: string): Row[] {
  const shells = [...new Set(sessions.map(({ shell }) => shell))];
  return shells.flatMap((shell) =>
    accuracy(
      `${shell}${part}`,
      sessions.filter((session) => session.shell === shell),
    ),
  );
}

function accuracy(shell: string, sessions: readonly CorpusSession[]): Row[] {
  const scores = sessions.map((session) => score(session, extractFrom(session)));
  const sum = (pick: "right" | "found" | "run"): number => scores.reduce((all, one) => all + one[pick], 0);
  const row = (name: keyof typeof goals, of: "found" | "run"): Row => {
    const share = sum(of) === 0 ? 0 : sum("right") / sum(of);
    return judged(
      `commands of ${shell}, ${name}`,
      `${share.toFixed(3)} (${sum("right")} of ${sum(of)})`,
      `>= ${goals[name]}`,
      share >= goals[name],
    );
  };
  return [row("precision", "found"), row("recall", "run")];
}

/** What drawing costs while every byte is looked at, as when somebody types; a flood is mostly passed over. */
function speed(bytes: number): Row {
  const line = "\u001b[32m4711\u001b[0m k3j9 GET /api/v1/assets/hosts/7919/ 200 38ms\r\n";
  const piece = line.repeat(512);
  const rate = drawingRate(piece, Math.ceil(Math.min(bytes, 50_000_000) / piece.length));
  return noted(
    "terminal output drawn to read commands",
    `${rate.toFixed(0)} MB/s, ${(1000 / rate).toFixed(0)} µs a KB`,
  );
}

const questions = [
  ["of the last week", ""],
  ["of a user", "&user=Person 17("],
  ["of an asset", "&asset=host-42(10.0.0.42)"],
  ["refused ones", "&risk_level=5"],
  ["with a rare word", "&input=needle"],
] as const;

async function lists(fixtures: Fixtures): Promise<Row[]> {
  const { product, newest } = await fixtures.startCommands();
  try {
    const admin = await ApiClient.signIn(product.url, "admin", adminPassword);
    return await measureLists(admin, newest, fixtures.sizes);
  } finally {
    await product.dispose();
  }
}

/** The last week is that of the commands, however long ago they were stored. */
async function measureLists(
  admin: ApiClient,
  newest: string,
  { snapshots: { commands }, requests, rounds }: Sizes,
): Promise<Row[]> {
  const [storage] = await admin.get("/api/v1/terminal/command-storages/?type=server");
  const from = new Date(Date.parse(newest) - 7 * 86_400_000).toISOString();
  const rows: Row[] = [];
  for (const [name, query] of questions) {
    const path = `/api/v1/terminal/commands/?command_storage_id=${storage.id}&order=-timestamp&limit=15&offset=0&date_from=${from}${query}`;
    const times: number[] = [];
    for (let request = 0; request < requests * rounds; request += 1) times.push(await timeOf(admin, path));
    rows.push(below(`15 of ${commands.toLocaleString("en")} commands ${name}`, median(times), limit));
  }
  return rows;
}

async function timeOf(admin: ApiClient, path: string): Promise<number> {
  const started = performance.now();
  const page = await admin.get(path);
  const milliseconds = performance.now() - started;
  if (page.results.length === 0 || page.count < page.results.length)
    throw new Error(`${page.results.length} of ${page.count} found at ${path}`);
  return milliseconds;
}
