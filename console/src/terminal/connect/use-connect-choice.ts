import { useEffect, useMemo, useState } from "react";
import type { ConnectMethods, GrantedAccount, GrantedAsset } from "../api/types.ts";
import { useLuna } from "../page/luna-context.ts";
import { getTerminalSetting } from "../settings/luna-setting.ts";
import { readRememberedSecret } from "../settings/remembered-secrets.ts";
import { groupAccounts, needsSecret, preselectedAccount } from "./account-groups.ts";
import {
  type ConnectChoice,
  connectObstacle,
  effectiveUsername,
  initialChoice,
  offeredMethods,
  withProtocol,
} from "./connect-state.ts";
import type { RememberedChoice } from "./remembered-choice.ts";

/** What there is to choose from. */
export interface ConnectOptions {
  asset: GrantedAsset;
  accounts: readonly GrantedAccount[];
  methods: ConnectMethods;
  remembered: RememberedChoice | undefined;
  accountId: string | undefined;
  /** Protocol to begin with. */
  protocol: string | undefined;
}

/** The state of the form: what is chosen, the secret, and what follows from both. */
export function useConnectChoice(options: ConnectOptions) {
  const { asset, accounts, methods, remembered, accountId } = options;
  const { profile, settings } = useLuna();
  const groups = useMemo(
    () => groupAccounts(accounts, remembered?.account.alias, asset.category.value),
    [accounts, remembered, asset],
  );
  const [choice, setChoice] = useState(() =>
    initialChoice({
      asset,
      methods,
      remembered,
      account: preselectedAccount(groups, accountId),
      backspaceAsCtrlH: getTerminalSetting().backspaceAsCtrlH,
      resolution: settings.TERMINAL_GRAPHICAL_RESOLUTION,
      wanted: options.protocol,
    }),
  );
  const [secret, setSecret] = useState("");
  const account = accounts.find(({ alias }) => alias === choice.accountAlias);
  const offered = offeredMethods(methods, choice.protocol);
  // What was chosen may be offered no more, and something may be offered only now.
  const method = offered.find(({ value }) => value === choice.method) ?? offered[0];
  const isTyped = account !== undefined && needsSecret(account, choice.protocol);
  const username = account && effectiveUsername(choice, account, profile.username);

  useEffect(() => {
    setSecret("");
    if (account === undefined || !isTyped || !username) return;
    let current = true;
    void readRememberedSecret(profile.id, asset.id, username).then((found) => {
      if (!current || found === undefined) return;
      setSecret(found);
      setChoice((previous) => ({ ...previous, remember: true }));
    });
    return () => {
      current = false;
    };
  }, [account, isTyped, username, profile.id, asset.id]);

  return {
    groups,
    choice,
    account,
    secret,
    setSecret,
    offered,
    method,
    obstacle: connectObstacle(choice, account, method, secret !== ""),
    change: (part: Partial<ConnectChoice>) => setChoice((previous) => ({ ...previous, ...part })),
    chooseProtocol: (protocol: string) => setChoice((previous) => withProtocol(previous, methods, protocol)),
  };
}

/** What {@link useConnectChoice} gives to the fields. */
export type ConnectState = ReturnType<typeof useConnectChoice>;
