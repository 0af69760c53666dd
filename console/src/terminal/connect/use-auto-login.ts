import { useEffect, useRef } from "react";
import { useLuna } from "../page/luna-context.ts";
import { readRememberedSecret } from "../settings/remembered-secrets.ts";
import { MANUAL_ALIAS, needsSecret } from "./account-groups.ts";
import { autoLoginPossible, type ConnectSubmission, initialChoice, offeredMethods } from "./connect-state.ts";
import type { RememberedChoice } from "./remembered-choice.ts";
import type { LoadedTarget } from "./use-target.ts";

/** Repeats the last choice once, as soon as it is known that it still holds. */
export function useAutoLogin(
  loaded: LoadedTarget | undefined,
  remembered: RememberedChoice | undefined,
  act: { submit(submission: ConnectSubmission): void; giveUp(): void },
): void {
  const { methods, profile } = useLuna();
  const done = useRef(false);
  const actions = useRef(act);
  actions.current = act;
  useEffect(() => {
    if (loaded === undefined || done.current) return;
    done.current = true;
    const { asset, accounts } = loaded;
    const account = accounts.find((entry) => entry.alias === remembered?.account.alias);
    const repeat = async () => {
      if (asset === undefined || account === undefined || remembered === undefined)
        return actions.current.giveUp();
      const username = account.alias === MANUAL_ALIAS ? remembered.account.username : account.username;
      const secret = needsSecret(account, remembered.protocol.name)
        ? await readRememberedSecret(profile.id, asset.id, username)
        : "";
      const method = offeredMethods(methods, remembered.protocol.name).find(
        ({ value }) => value === remembered.connectMethod.value,
      );
      if (
        method === undefined ||
        !autoLoginPossible(remembered, asset, accounts, methods, secret !== undefined)
      ) {
        return actions.current.giveUp();
      }
      const choice = initialChoice({ asset, methods, remembered, account, backspaceAsCtrlH: false });
      actions.current.submit({
        choice: { ...choice, autoLogin: true },
        account,
        method,
        secret: secret ?? "",
      });
    };
    void repeat();
  }, [loaded, remembered, methods, profile.id]);
}
