import { useState } from "react";
import { useTranslation } from "react-i18next";
import { encryptSecret } from "../../kit/api/encryption.ts";
import { failureText } from "../../kit/feedback.ts";
import { createToken } from "../api/luna-api.ts";
import { useLuna } from "../page/luna-context.ts";
import type { ConnectedTarget } from "../session/tabs-state.ts";
import { noteRecentAsset } from "../settings/recent-assets.ts";
import { rememberLogin } from "../settings/remembered-secrets.ts";
import type { AssetReference } from "../workspace/tabs-context.ts";
import { MANUAL_ALIAS, needsSecret } from "./account-groups.ts";
import type { ClientConnection } from "./client-view.tsx";
import { refusalText } from "./connect-errors.ts";
import {
  type ConnectSubmission,
  effectiveUsername,
  isForClients,
  offersFiles,
  rememberedFrom,
  tokenRequest,
} from "./connect-state.ts";
import { forgetAutoLogin, writeChoice } from "./remembered-choice.ts";
import type { LoadedTarget } from "./use-target.ts";

interface Connecting {
  readonly reference: AssetReference;
  /** The asset as the server reports it, once it has. */
  readonly loaded: LoadedTarget | undefined;
  /** Whether what is chosen is proposed the next time. */
  readonly isRemembered: boolean;
  readonly onConnected: (target: ConnectedTarget) => void;
  /** Called when there is something to show: a failure, or how to continue in another program. */
  readonly onShow: () => void;
}

/** Gets a connection token for what the form handed over, and remembers the choice. */
export function useConnect({ reference, loaded, isRemembered, onConnected, onShow }: Connecting) {
  const { t } = useTranslation(["terminal", "common"]);
  const { profile, organization, methods } = useLuna();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [client, setClient] = useState<ClientConnection>();
  const submit = async ({ choice, account, method, secret }: ConnectSubmission) => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    const context = { assetId: reference.id, account, method, ownUsername: profile.username };
    const request = tokenRequest(choice, context, "");
    const typed = needsSecret(account) ? secret : "";
    try {
      const token = await createToken({ ...request, input_secret: encryptSecret(typed) });
      const asset = loaded?.asset;
      const known = {
        id: reference.id,
        name: asset?.name ?? reference.name,
        address: asset?.address ?? reference.address,
      };
      if (isRemembered) writeChoice(reference.id, rememberedFrom(choice, account, method));
      noteRecentAsset(profile.id, organization?.id ?? "", known);
      if (account.alias === MANUAL_ALIAS || choice.remember) {
        const username = effectiveUsername(choice, account, profile.username);
        await rememberLogin(profile.id, reference.id, {
          alias: account.alias,
          username,
          secret: choice.remember ? typed : "",
        }).catch(() => {});
      }
      if (isForClients(method)) {
        const direct = [profile.username, account.alias, reference.id].join("#");
        onShow();
        setClient({ token, direct, method: method.value });
        return;
      }
      onConnected({
        assetId: known.id,
        assetName: known.name,
        address: known.address,
        accountName: effectiveUsername(choice, account, profile.username) || account.name,
        request,
        typedSecret: typed !== "",
        hasFiles: asset !== undefined && offersFiles(asset, methods),
        tokenId: token.id,
      });
    } catch (error) {
      const refusal = refusalText(error);
      setFailure(refusal === undefined ? failureText(error) : t(refusal));
      onShow();
      setBusy(false);
      forgetAutoLogin(reference.id);
    }
  };
  return { busy, failure, client, submit: (submission: ConnectSubmission) => void submit(submission) };
}
