import {
  type Conversation,
  passwordPrompt,
  text as targetText,
  withoutEscapes,
} from "../../transport/targets/index.ts";
import { text } from "../texts.ts";
import { assertName, displayOf, type Switch } from "./switch-account.ts";
import { commandLine, type SwitchedProcess, type SwitchedTask, type SwitchWords } from "./switched-script.ts";

/** What may be said before the account is changed to, in bytes; more is a flood. */
const mostSaid = 512 * 1024;

/** Questions and marks are at the end: more is not searched. */
const searched = 8192;

/** What was said since the last answer, on each stream. */
type Said = readonly [output: string, errors: string];

/**
 * The output of a program that runs as another account: what comes before it, of the sign-in and of the change, belongs
 * to the gateway; from `release` on every byte is the program's.
 */
export class SwitchedOutput {
  readonly #show: (data: Buffer, isError: boolean) => void;
  readonly #words: SwitchWords;
  readonly #mark: RegExp;
  #said = "";
  #complained = "";
  #bytes = 0;
  #kept: Buffer[] = [];
  #process: SwitchedProcess | null = null;
  #isComplaintOver: boolean;
  #isReleased = false;
  #isOver = false;
  #changed: () => void = () => undefined;

  /**
   * @param hasTerminal its streams are one
   * @param show takes the output of the program; `isError`: of its second stream
   */
  constructor(words: SwitchWords, hasTerminal: boolean, show: (data: Buffer, isError: boolean) => void) {
    this.#show = show;
    this.#words = words;
    this.#mark = new RegExp(`${words.ready} (\\d{1,10}) *(\\d{0,10}) *\\r?\\n`);
    this.#isComplaintOver = hasTerminal;
  }

  /** Output of the target. */
  take(data: Buffer, isError = false): void {
    if (this.#isReleased) {
      this.#show(data, isError);
      return;
    }
    this.#bytes += data.length;
    if (isError) this.#listenToErrors(data);
    else this.#listen(data);
    this.#changed();
  }

  /** The target has hung up. */
  end(): void {
    this.#isOver = true;
    this.#changed();
  }

  /** What was said since the last answer. */
  get said(): Said {
    return [utf8(this.#said), utf8(this.#complained)];
  }

  /** Whether more was said than belongs to a change of accounts. */
  get isFlood(): boolean {
    return this.#bytes > mostSaid;
  }

  /** Something was answered. */
  forget(): void {
    this.#said = "";
    this.#complained = "";
  }

  /**
   * Waits for what is looked for, or the end of it all.
   *
   * @returns null when the target has hung up, or floods
   */
  until<T>(looks: (said: Said, process: SwitchedProcess | null) => T | null): Promise<T | null> {
    return new Promise((resolve) => {
      this.#changed = () => {
        const found = looks(this.said, this.#isComplaintOver ? this.#process : null);
        if (found !== null) resolve(found);
        else if (this.#isOver || this.isFlood) resolve(null);
      };
      this.#changed();
    });
  }

  /** From now on everything is the program's. */
  release(): void {
    this.#isReleased = true;
    this.#changed = () => undefined;
    for (const data of this.#kept) this.#show(data, false);
    this.#kept = [];
  }

  #listen(data: Buffer): void {
    if (this.#process !== null) {
      this.#kept.push(data);
      return;
    }
    this.#said = (this.#said + data.toString("latin1")).slice(-searched);
    const found = this.#mark.exec(this.#said);
    if (found === null) return;
    const [all, id = "", group = ""] = found;
    this.#process = { id: Number(id), group: group === "" ? null : Number(group) };
    this.#kept.push(Buffer.from(this.#said.slice(found.index + all.length), "latin1"));
  }

  #listenToErrors(data: Buffer): void {
    this.#complained = (this.#complained + data.toString("latin1")).slice(-searched);
    if (this.#complained.includes(`${this.#words.ready}\n`)) this.#isComplaintOver = true;
  }
}

/** Text that was kept as single bytes, so that none of them is lost. */
const utf8 = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");

/** What is talked to while an account is changed to. */
export interface SwitchedTalk {
  readonly conversation: Conversation;
  readonly output: SwitchedOutput;
  readonly words: SwitchWords;
  /** Sends bytes to the target. */
  write(line: string): void;
}

/**
 * Becomes the other account by what `switchedCommand` has started, and has the task begin.
 *
 * The password is given once, and only to what asks for it: a question of sudo is random and known to nobody else.
 *
 * @throws TargetFailure `switch_failed`, `sftp_missing` and those of waiting
 */
export async function startSwitched(
  { conversation, output, words, write }: SwitchedTalk,
  { account, from }: Switch,
  task: SwitchedTask,
): Promise<SwitchedProcess> {
  assertName(conversation, account);
  const usesSu = from.method === "su";
  const look = (
    said: Said,
    process: SwitchedProcess | null,
  ): SwitchedProcess | "missing" | "password" | null => {
    if (process !== null) return process;
    if (said[0].includes(words.missing)) return "missing";
    const asks = usesSu
      ? said.some((part) => passwordPrompt.test(part))
      : said.some((part) => part.includes(words.question));
    return asks ? "password" : null;
  };
  const hear = () => conversation.within(output.until(look));
  write(`${account.username}\n${words.question}\n`);
  let found = await hear();
  if (found === "password") {
    output.forget();
    write(`${usesSu ? account.secret : from.secret}\n`);
    found = await hear();
  }
  if (found === "missing") throw conversation.failure("sftp_missing", text.sftpMissing);
  if (found === null && output.isFlood) throw conversation.failure("misbehaved", targetText.misbehaved);
  if (found === null || found === "password") {
    const said = withoutEscapes(output.said.join("\n")).replaceAll(words.question, "");
    throw conversation.failure("switch_failed", targetText.switchRefused, {
      account: displayOf(account),
      shown: conversation.quote(said),
    });
  }
  write(`${words.go}\n${commandLine(task)}\n`);
  output.release();
  return found;
}
