import { Fragment } from "react";
import { Link } from "react-router";
import { exactInstant, formatDate } from "../../../kit/metadata/dates.ts";
import { useSession } from "../../../kit/session.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { ASSETS } from "../../assets/index.ts";
import { GROUPS, USERS } from "../../users/index.ts";
import { accountNames } from "../account-names.ts";
import { actionNames } from "../action-names.ts";
import { PERMISSIONS } from "../resources.ts";
import { useGrantingTexts } from "../use-granting-texts.ts";
import { ExplainedRules } from "./explained-rules.tsx";
import type { ChainedPermission, ChainLink, ExplainedAccount, Explanation } from "./explanation.ts";

/** The verdict, what is in the way, the permissions it rests on, and what becomes of each account. */
export function ExplainAnswer({ answer }: { readonly answer: Explanation }) {
  return (
    <div className="explain-answer">
      <Verdict answer={answer} />
      {answer.rules === undefined ? null : <ExplainedRules rules={answer.rules} />}
      <Chains answer={answer} />
      <Accounts answer={answer} />
    </div>
  );
}

function Verdict({ answer }: { readonly answer: Explanation }) {
  const { t } = useGrantingTexts();
  const { allowed, obstacles, accounts } = answer;
  const names = {
    user: `${answer.user.name}(${answer.user.username})`,
    asset: `${answer.asset.name}(${answer.asset.address})`,
    account: answer.account ?? "",
  };
  const key =
    `granting:explain.${allowed ? "allowed" : "denied"}${answer.account === null ? "" : "With"}` as const;
  const [only] = accounts;
  const reasons = [
    ...obstacles,
    ...(answer.account !== null && only?.obstacle != null && obstacles.length === 0 ? [only.obstacle] : []),
  ];
  return (
    <section className={`card explain-verdict ${allowed ? "is-allowed" : "is-denied"}`} role="status">
      <h2>
        <StatusMark good={allowed} text={t(key, names)} />
      </h2>
      {reasons.length === 0 ? null : (
        <ul>
          {reasons.map(({ value, label }) => (
            <li key={value}>{label}</li>
          ))}
        </ul>
      )}
      <p className="explain-near">
        <Link to={`${PERMISSIONS.routes.list}?asset=${answer.asset.id}`}>
          {t("granting:explain.othersHave", { count: answer.elsewhere.asset })}
        </Link>{" "}
        <Link to={`${USERS.routes.detail?.(answer.user.id) ?? ""}?activeTab=UserAssetPermissionRules`}>
          {t("granting:explain.userHas", { count: answer.elsewhere.user })}
        </Link>
      </p>
    </section>
  );
}

function Chains({ answer }: { readonly answer: Explanation }) {
  const { t } = useGrantingTexts();
  const { permissions, permissions_amount: amount } = answer;
  return (
    <section className="card explain-chains">
      <h2>{t("granting:explain.chain")}</h2>
      {permissions.length === 0 ? <p className="hint">{t("granting:explain.chainNone")}</p> : null}
      <ol>
        {permissions.map((permission) => (
          <Chain key={permission.id} permission={permission} answer={answer} />
        ))}
      </ol>
      {amount > permissions.length ? (
        <p className="hint">{t("granting:explain.moreChains", { count: amount - permissions.length })}</p>
      ) : null}
    </section>
  );
}

interface ChainProps {
  readonly permission: ChainedPermission;
  readonly answer: Explanation;
}

/** User → group → permission → node → asset, and what it allows. */
function Chain({ permission, answer }: ChainProps) {
  const { t } = useGrantingTexts();
  const { can } = useSession();
  const { state, users, assets, accounts, actions, date_start, date_expired } = permission;
  const groups = users.filter(({ kind }) => kind === "group");
  const nodes = assets.filter(({ kind }) => kind === "node");
  return (
    <li className={state.value === "valid" ? "explain-chain" : "explain-chain is-off"}>
      <p className="explain-steps">
        <span className="tag">{answer.user.name}</span>
        <Through links={groups} direct={users.length > groups.length} />
        <span aria-hidden="true">→</span>
        <Link className="explain-permission" to={PERMISSIONS.routes.detail?.(permission.id) ?? ""}>
          {permission.name}
        </Link>
        <span aria-hidden="true">→</span>
        <Through links={nodes} direct={assets.length > nodes.length} last />
        {can("assets.view_asset") ? (
          <Link className="tag" to={ASSETS.routes.detail?.(answer.asset.id) ?? ""}>
            {answer.asset.name}
          </Link>
        ) : (
          <span className="tag">{answer.asset.name}</span>
        )}
      </p>
      <p className="explain-terms">
        <StatusMark good={state.value === "valid"} text={state.label} />
        <span>{accountNames(accounts) || t("granting:explain.none")}</span>
        <span className="hint">
          {actionNames(actions, t("granting:explain.all"), t("granting:explain.none"))}
        </span>
        <span className="hint numeric" title={`${exactInstant(date_start)} – ${exactInstant(date_expired)}`}>
          {t("granting:explain.validity", { start: formatDate(date_start), end: formatDate(date_expired) })}
        </span>
      </p>
    </li>
  );
}

interface ThroughProps {
  readonly links: readonly ChainLink[];
  /** The permission names the end of the chain itself, too. */
  readonly direct: boolean;
  readonly last?: boolean;
}

/** The groups or nodes a chain goes through, each with its arrow. */
function Through({ links, direct, last = false }: ThroughProps) {
  const { t } = useGrantingTexts();
  const { can } = useSession();
  if (links.length === 0) return null;
  const arrow = <span aria-hidden="true">{direct ? "/" : "→"}</span>;
  return (
    <>
      {last ? null : arrow}
      {links.map(({ kind, id, name }, at) => (
        <Fragment key={id}>
          {at === 0 ? null : <span aria-hidden="true">/</span>}
          {kind === "group" && can("users.view_usergroup") ? (
            <Link
              className="tag"
              to={GROUPS.routes.detail?.(id) ?? ""}
              title={t(`granting:explain.kind.${kind}`)}
            >
              {name}
            </Link>
          ) : (
            <span className="tag" title={t(`granting:explain.kind.${kind}`)}>
              {name}
            </span>
          )}
        </Fragment>
      ))}
      {last ? arrow : null}
    </>
  );
}

function Accounts({ answer }: { readonly answer: Explanation }) {
  const { t } = useGrantingTexts();
  const { accounts } = answer;
  return (
    <section className="card explain-accounts">
      <h2>{t("granting:explain.accounts")}</h2>
      {accounts.length === 0 ? (
        <p className="hint">{t("granting:explain.accountsNone")}</p>
      ) : (
        <div className="explain-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{t("granting:explain.account")}</th>
                <th scope="col">{t("granting:explain.state")}</th>
                <th scope="col">{t("granting:explain.actions")}</th>
              </tr>
            </thead>
            <tbody>
              {accounts.map((account) => (
                <AccountRow key={account.id} account={account} permissions={answer.permissions} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface AccountRowProps {
  readonly account: ExplainedAccount;
  readonly permissions: readonly ChainedPermission[];
}

function AccountRow({ account, permissions }: AccountRowProps) {
  const { t } = useGrantingTexts();
  const { name, username, alias, allowed, obstacle, actions, date_expired, sources } = account;
  const nameOf = (id: string) => permissions.find((permission) => permission.id === id)?.name ?? "";
  return (
    <tr>
      <th scope="row">
        {name}
        {username === name || username === alias ? null : <span className="hint"> {username}</span>}
      </th>
      <td>
        <StatusMark calm good={allowed} text={obstacle?.label ?? t("granting:explain.yes")} />
        {sources.map(({ permission, entries }) => (
          <div key={permission} className="hint">
            {t("granting:explain.from", { permission: nameOf(permission), entries: accountNames(entries) })}
          </div>
        ))}
      </td>
      <td>
        {actionNames(actions, t("granting:explain.all"), t("granting:explain.none"))}
        {date_expired === null ? null : (
          <div className="hint numeric" title={exactInstant(date_expired)}>
            {t("granting:explain.until", { date: formatDate(date_expired) })}
          </div>
        )}
      </td>
    </tr>
  );
}
