import type { CallerContext } from "../../../engine/access/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";

/** Whom, what, and from where and when the rules are asked about. */
export interface RuleQuestion {
  readonly userId: string;
  readonly asset: { readonly id: string; readonly org_id: string };
  /** Names the account goes by; null: any account. */
  readonly names: readonly string[] | null;
  /** Null: from anywhere. */
  readonly remoteAddress: string | null;
  readonly at: Date;
}

/** A rule that fits. */
export interface ExplainedRule {
  readonly kind: "login" | "login_asset" | "connect_method" | "command_filter";
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly action: { readonly value: string; readonly label: Message };
  /**
   * What it comes to: it `decides`; it does from some addresses or for some accounts (`depends`); another one decides
   * before it (`later`); or it `applies` beside others of its kind.
   */
  readonly state: "decides" | "depends" | "later" | "applies";
  /** Permission that shows the rule. */
  readonly seenWith: string;
}

/** Tells the rules that fit, kind by kind, in the order in which they are asked. */
export type RuleExplainer = (
  services: Pick<CallerContext["services"], "db" | "settings">,
  question: RuleQuestion,
) => Promise<readonly ExplainedRule[]>;

declare module "../../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** The area that keeps rules tells which fit. */
    ruleExplainers: RuleExplainer;
  }
}
