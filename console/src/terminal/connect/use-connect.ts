import { useState } from "react";
import { useTranslation } from "react-i18next";
import { encryptSecret } from "../../kit/api/encryption.ts";
import { failureText } from "../../kit/feedback.ts";
import { createToken } from "../api/luna-api.ts";
import type { ConnectionToken, ConnectionTokenRequest } from "../api/types.ts";
import { useLuna } from "../page/luna-context.ts";
import type { ConnectedTarget } from "../session/tabs-state.ts";
import { noteRecentAsset } from "../settings/recent-assets.ts";
import { rememberLogin } from "../settings/remembered-secrets.ts";
import type { AssetReference } from "../workspace/tabs-context.ts";
import { MANUAL_ALIAS, needsSecret } from "./account-groups.ts";
import type { ClientConnection } from "./client-connection.ts";
import { allowsEmergency, needsReview, refusalText } from "./connect-errors.ts";
import {
  type ConnectSubmission,
  clientKind,
  componentOf,
  effectiveUsername,
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

/** What somebody chose, ready to be sent. */
interface Prepared {
  readonly submission: ConnectSubmission;
  readonly request: ConnectionTokenRequest;
  /** What was typed and is sent encrypted; never kept. */
  readonly typed: string;
}

/** What follows a token: remembers the choice, and hands over to a terminal or to a program. */
function useToken({ reference, loaded, isRemembered, onConnected, onShow }: Connecting) {
  const { profile, organization, methods } = useLuna();
  const [client, setClient] = useState<ClientConnection>();
  const take = async (token: ConnectionToken, { submission, request, typed }: Prepared) => {
    const { choice, account, method } = submission;
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
    const kind = clientKind(method.value);
    if (kind !== undefined) {
      const direct = [profile.username, account.alias, reference.id].join("#");
      onShow();
      setClient({
        token,
        kind,
        direct,
        asset: known.name,
        opensAtOnce: !method.value.endsWith("_guide"),
        resolution: choice.resolution,
      });
      return;
    }
    const component = componentOf(method);
    onConnected({
      assetId: known.id,
      assetName: known.name,
      address: known.address,
      accountName: effectiveUsername(choice, account, profile.username) || account.name,
      request,
      typedSecret: typed !== "",
      hasFiles: asset !== undefined && offersFiles(asset, methods),
      ...(component === undefined ? {} : { component }),
      tokenId: token.id,
    });
  };
  return { client, take };
}

/** Gets a connection token for what the form handed over; where somebody has to approve, once they did. */
export function useConnect(connecting: Connecting) {
  const { reference, onShow } = connecting;
  const { t } = useTranslation(["terminal", "common"]);
  const { profile } = useLuna();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [reviewed, setReviewed] = useState<Prepared & { readonly hasEmergency: boolean }>();
  const { client, take } = useToken(connecting);
  const send = ({ request, typed }: Prepared, createTicket = false) =>
    createToken({ ...request, input_secret: encryptSecret(typed) }, createTicket);
  const fail = (error: unknown) => {
    const refusal = refusalText(error);
    setFailure(refusal === undefined ? failureText(error) : t(refusal));
    setReviewed(undefined);
    onShow();
    setBusy(false);
    forgetAutoLogin(reference.id);
  };
  const submit = async (submission: ConnectSubmission) => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    const { choice, account, method, secret } = submission;
    const context = { assetId: reference.id, account, method, ownUsername: profile.username };
    const prepared = {
      submission,
      request: tokenRequest(choice, context, ""),
      typed: needsSecret(account, choice.protocol) ? secret : "",
    };
    try {
      await take(await send(prepared), prepared);
    } catch (error) {
      if (!needsReview(error)) return fail(error);
      setReviewed({ ...prepared, hasEmergency: allowsEmergency(error) });
      onShow();
    }
  };
  const back = () => {
    setReviewed(undefined);
    setBusy(false);
  };
  return {
    busy,
    failure,
    client,
    /** Set while a rule asks for somebody's approval. */
    review:
      reviewed === undefined || client !== undefined
        ? undefined
        : {
            request: () => send(reviewed, true),
            emergency: reviewed.hasEmergency
              ? async (reason: string) => {
                  const { request } = reviewed;
                  const token = await send({
                    ...reviewed,
                    request: { ...request, emergency_reason: reason },
                  });
                  await take(token, reviewed);
                }
              : undefined,
            onApproved: (token: ConnectionToken) => void take(token, reviewed).catch(fail),
            onFailure: fail,
            onBack: back,
          },
    submit: (submission: ConnectSubmission) => void submit(submission),
  };
}
