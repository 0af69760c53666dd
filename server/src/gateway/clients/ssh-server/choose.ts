import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { AccessChannel, ConnectionGrant, Decision } from "../../ports.ts";
import { awaitApproval } from "./await-approval.ts";
import type { RequestDetails } from "./client-connection.ts";
import type { TerminalDialog } from "./dialog.ts";
import { layTable } from "./table.ts";
import { harmless } from "./text-width.ts";
import { serverText as text } from "./texts.ts";

/** Most answers to one question. */
const mostAnswers = 3;

/** Most choices, one after the other: asset, protocol, account, credentials, and some to spare. */
const mostChoices = 8;

const leaving = new Set(["b", "q", "back", "quit", "exit"]);

/**
 * Asks a person for what their request leaves open, until it is granted or refused. Says why it is not.
 *
 * @returns null when it is refused, or the person leaves
 */
export async function chooseGrant(
  dialog: TerminalDialog,
  way: AccessChannel,
  requested: RequestDetails = {},
): Promise<ConnectionGrant | null> {
  const { connection } = dialog.program;
  let details = requested;
  let decision = await connection.decide(way, details);
  for (let choices = 0; choices < mostChoices; choices += 1) {
    if (decision.outcome === "granted") return decision.grant;
    if (decision.outcome === "review") {
      const decided = await awaitApproval(dialog, decision);
      if (decided === null) return null;
      decision = decided;
      continue;
    }
    const more = await choose(dialog, decision);
    if (more === null) return null;
    details = { ...details, ...more };
    decision = await connection.decide(way, details);
  }
  return null;
}

type Open = Exclude<Decision, { outcome: "granted" | "review" }>;

async function choose(dialog: TerminalDialog, decision: Open): Promise<RequestDetails | null> {
  switch (decision.outcome) {
    case "refused":
      dialog.say(decision.message);
      return null;
    case "choose-asset": {
      const { choices, total } = decision;
      const chosen = await fromTable(dialog, choices, {
        title: text.chooseAsset,
        prompt: "Opt> ",
        headings: [text.name, text.address, text.comment],
        row: ({ name, address, comment }) => [name, address, comment],
        left: total - choices.length,
      });
      return chosen && { asset: chosen.id };
    }
    case "choose-protocol": {
      const chosen = await fromTable(dialog, decision.choices, {
        title: text.chooseProtocol,
        prompt: "ID> ",
        headings: [text.protocol],
        row: (name) => [name],
        left: 0,
      });
      return chosen === null ? null : { protocol: chosen };
    }
    case "choose-account": {
      const chosen = await fromTable(dialog, decision.choices, {
        title: text.chooseAccount,
        prompt: "ID> ",
        headings: [text.name, text.username],
        row: ({ name, username }) => [name, username],
        left: 0,
      });
      return chosen && { account: chosen.alias };
    }
    case "ask-credentials":
      return askCredentials(dialog, decision.username);
  }
}

async function askCredentials(dialog: TerminalDialog, known: string | null): Promise<RequestDetails | null> {
  const username = known ?? (await dialog.ask(dialog.translate(text.usernamePrompt)));
  if (username === null || username.trim() === "") return null;
  const name = harmless(username.trim());
  const prompt = dialog.translate(withParameters(text.passwordPrompt, { name }));
  const secret = await dialog.ask(prompt, { isSecret: true });
  return secret === null || secret === "" ? null : { typed: { username: username.trim(), secret } };
}

/** Something to choose from a table. */
interface Choice<T> {
  readonly title: Message;
  readonly prompt: string;
  readonly headings: readonly Message[];
  /** How many are not listed. */
  readonly left: number;
  row(item: T): readonly string[];
}

async function fromTable<T>(
  dialog: TerminalDialog,
  items: readonly T[],
  { title, prompt, headings, row, left }: Choice<T>,
): Promise<T | null> {
  const names = [text.id, ...headings].map((heading) => dialog.translate(heading));
  const rows = items.map((item, index) => [String(index + 1), ...row(item)]);
  dialog.say(title);
  dialog.write(layTable(names, rows, dialog.size.cols));
  if (left > 0) dialog.say(withParameters(text.moreFit, { count: left }));
  for (let answers = 0; answers < mostAnswers; answers += 1) {
    const answer = (await dialog.ask(prompt))?.trim().toLowerCase();
    if (answer === undefined || leaving.has(answer)) return null;
    const chosen = /^\d{1,6}$/.test(answer) ? items[Number(answer) - 1] : undefined;
    if (chosen !== undefined) return chosen;
    if (answer !== "") dialog.say(text.noSuchChoice);
  }
  return null;
}
