import { Link } from "react-router";
import { useGrantingTexts } from "../use-granting-texts.ts";
import type { ExplainedRule } from "./explanation.ts";

/** Where rules of a kind have their pages. */
const PAGES = {
  login: "/console/perms/login-acls",
  login_asset: "/console/perms/login-asset-acls",
  connect_method: "/console/perms/connect-method-acls",
  command_filter: "/console/perms/cmd-acls",
} as const;

const KINDS = Object.keys(PAGES) as (keyof typeof PAGES)[];

/** The rules that fit, kind by kind in the order in which they are asked, and what each comes to. */
export function ExplainedRules({ rules }: { readonly rules: readonly ExplainedRule[] }) {
  const { t } = useGrantingTexts();
  return (
    <section className="card explain-rules">
      <h2>{t("granting:explain.rules")}</h2>
      {rules.length === 0 ? <p className="hint">{t("granting:explain.rulesNone")}</p> : null}
      {KINDS.map((kind) => {
        const own = rules.filter((rule) => rule.kind === kind);
        return own.length === 0 ? null : (
          <div key={kind}>
            <h3>{t(`granting:explain.ruleKind.${kind}`)}</h3>
            <ol>
              {own.map((rule, at) => (
                <Rule key={rule.id ?? `${kind} ${at}`} rule={rule} />
              ))}
            </ol>
          </div>
        );
      })}
    </section>
  );
}

function Rule({ rule }: { readonly rule: ExplainedRule }) {
  const { t } = useGrantingTexts();
  const { kind, id, name, priority, action, state } = rule;
  return (
    <li className={state === "later" ? "explain-rule is-off" : "explain-rule"}>
      {id === null ? (
        <span className="hint">{t("granting:explain.ruleHidden")}</span>
      ) : (
        <Link to={`${PAGES[kind]}/${id}`}>{name}</Link>
      )}
      <span className="tag">{action.label}</span>
      <span className="hint">
        {t(`granting:explain.ruleState.${state}`)}
        {priority === null ? "" : ` · ${t("granting:explain.rulePriority", { priority })}`}
      </span>
    </li>
  );
}
