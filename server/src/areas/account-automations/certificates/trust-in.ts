import { type Language, translations } from "../../../engine/i18n/index.ts";
import type { TaskRun } from "../../../engine/tasks/index.ts";
import {
  type JobOutcome,
  type RunnerAccount,
  type RunnerTrust,
  readTranslations,
  type TrustResult,
} from "../../../transport/runner-control/index.ts";
import { sayIn, unseal } from "../../automation/index.ts";
import { type AuthorityKey, authorityComment, certifyAccount } from "../../ssh-authority/index.ts";
import { text } from "./texts.ts";

/** Who is to trust a key, and for which execution. */
interface Trusting {
  readonly account: RunnerAccount;
  readonly task: string;
}

/** What a runner has an account trust: a key of the authority, with a certificate of it that proves that. @throws Skipped */
export async function trustIn(
  services: TaskRun["services"],
  key: AuthorityKey,
  { account, task }: Trusting,
): Promise<RunnerTrust> {
  const certificate = await unseal(() =>
    certifyAccount(services, {
      accountId: account.id,
      signer: key,
      username: account.username,
      usedBy: { task, account: account.id },
      extensions: ["permit-pty"],
    }),
  );
  return { account: { ...account, certificate }, authority: key.blob, comment: authorityComment() };
}

/** Why a certificate was refused after all, for people; null: it has let the account in, and the log says how. */
export function refusalIn(
  run: Pick<TaskRun, "language" | "log">,
  { result }: Extract<JobOutcome, { readonly ok: true }>,
): (JobOutcome & { readonly ok: false }) | null {
  const say = sayIn(run);
  const { holds, problem, written } = result as Partial<TrustResult>;
  if (holds === true) {
    run.log.line(`  ${say(written === true ? text.written : text.trusted)}`, "quiet");
    return null;
  }
  const why = readTranslations(problem);
  const left = written === true ? translations(text.left) : null;
  const told = (language: Language): string =>
    [why?.[language], left?.[language]].filter((one) => one !== undefined).join(" ");
  return {
    ok: false,
    error: {
      code: "certificate_refused",
      text: told(run.language),
      translations: { en: told("en"), zh: told("zh"), ja: told("ja") },
    },
  };
}
