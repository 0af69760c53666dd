import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Modal, Skeleton } from "antd";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { encryptSecret } from "../../kit/api/encryption.ts";
import { failureText } from "../../kit/feedback.ts";
import { createToken, fetchGrantedAccounts, fetchGrantedAsset } from "../api/luna-api.ts";
import type { ConnectMethod, GrantedAccount, GrantedAsset } from "../api/types.ts";
import { useLuna } from "../page/luna-context.ts";
import type { ConnectedTarget } from "../session/tabs-state.ts";
import { noteRecentAsset } from "../settings/recent-assets.ts";
import { readRememberedSecret, rememberLogin } from "../settings/remembered-secrets.ts";
import type { AssetReference, ConnectIntent } from "../workspace/tabs-context.ts";
import { MANUAL_ALIAS, needsSecret } from "./account-groups.ts";
import type { ClientConnection } from "./client-view.tsx";
import { refusalText } from "./connect-errors.ts";
import { ConnectForm } from "./connect-form.tsx";
import {
  autoLoginPossible,
  type ConnectChoice,
  effectiveUsername,
  initialChoice,
  isForClients,
  offeredMethods,
  rememberedFrom,
  tokenRequest,
} from "./connect-state.ts";
import { forgetAutoLogin, type RememberedChoice, readChoice, writeChoice } from "./remembered-choice.ts";

const ClientView = lazy(() => import("./client-view.tsx"));

/** A connection the person began and that has no token yet. */
export interface PendingConnection {
  asset: AssetReference;
  intent: ConnectIntent;
  /** Number of the attempt; every attempt is a dialog of its own. */
  attempt: number;
}

/** What the form hands over. */
export interface ConnectSubmission {
  choice: ConnectChoice;
  account: GrantedAccount;
  method: ConnectMethod;
  secret: string;
}

/** Props of the dialog. */
export interface ConnectDialogProps {
  pending: PendingConnection;
  onConnected(target: ConnectedTarget, intent: ConnectIntent): void;
  onCancel(): void;
}

/**
 * Asks how to connect to an asset, gets a connection token, and hands it over. Where the person chose so, it connects
 * at once with the last choice and shows itself only when that fails.
 */
export function ConnectDialog({ pending, onConnected, onCancel }: ConnectDialogProps) {
  const { t } = useTranslation(["terminal", "common"]);
  const { profile, organization, methods } = useLuna();
  const { asset: reference, intent } = pending;
  const remembered = useRef(readChoice(reference.id)).current;
  const [silent, setSilent] = useState(intent.dialog !== true && remembered?.autoLogin === true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [client, setClient] = useState<ClientConnection>();
  const loaded = useTarget(reference.id);

  const submit = async ({ choice, account, method, secret }: ConnectSubmission) => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    const context = { assetId: reference.id, account, method, ownUsername: profile.username };
    const request = tokenRequest(choice, context, "");
    const typed = needsSecret(account) ? secret : "";
    try {
      const token = await createToken({ ...request, input_secret: encryptSecret(typed) });
      const asset = loaded.data?.asset;
      const known = {
        id: reference.id,
        name: asset?.name ?? reference.name,
        address: asset?.address ?? reference.address,
      };
      writeChoice(reference.id, rememberedFrom(choice, account, method));
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
        setSilent(false);
        setClient({ token, direct, method: method.value });
        return;
      }
      onConnected(
        {
          assetId: known.id,
          assetName: known.name,
          address: known.address,
          accountName: effectiveUsername(choice, account, profile.username) || account.name,
          request,
          typedSecret: typed !== "",
          tokenId: token.id,
        },
        intent,
      );
    } catch (error) {
      const refusal = refusalText(error);
      setFailure(refusal === undefined ? failureText(error) : t(refusal));
      setSilent(false);
      setBusy(false);
      forgetAutoLogin(reference.id);
    }
  };

  useAutoLogin(silent ? loaded.data : undefined, remembered, {
    submit: (submission) => void submit(submission),
    giveUp: () => setSilent(false),
  });
  useEffect(() => {
    if (loaded.error !== null) setSilent(false);
  }, [loaded.error]);

  const problem = loaded.data === undefined ? undefined : targetProblem(loaded.data);
  return (
    <Modal
      open={!silent}
      title={t("connect.title", { name: loaded.data?.asset?.name ?? reference.name })}
      onCancel={onCancel}
      footer={null}
      width={460}
      destroyOnHidden
      mask={{ closable: false }}
    >
      {failure && <Alert className="luna-dialog-alert" type="error" showIcon title={failure} role="alert" />}
      {loaded.isPending && <Skeleton active paragraph={{ rows: 4 }} title={false} />}
      {loaded.error !== null && (
        <Alert
          type="error"
          showIcon
          title={t("connect.loadFailed")}
          description={failureText(loaded.error)}
          action={<Button onClick={() => loaded.refetch()}>{t("common:retry")}</Button>}
        />
      )}
      {problem && <Alert type="warning" showIcon title={t(problem)} />}
      {client && (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} title={false} />}>
          <ClientView {...client} />
        </Suspense>
      )}
      {client === undefined && loaded.data?.asset && problem === undefined && (
        <ConnectForm
          asset={loaded.data.asset}
          accounts={loaded.data.accounts}
          methods={methods}
          remembered={remembered}
          accountId={intent.accountId}
          busy={busy}
          onSubmit={(submission) => void submit(submission)}
        />
      )}
    </Modal>
  );
}

interface LoadedTarget {
  asset: GrantedAsset | undefined;
  accounts: GrantedAccount[];
}

function useTarget(assetId: string) {
  return useQuery({
    queryKey: ["connect-target", assetId],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<LoadedTarget> => {
      const asset = await fetchGrantedAsset(assetId, signal);
      if (asset === undefined || !asset.is_active) return { asset, accounts: [] };
      return { asset, accounts: await fetchGrantedAccounts(assetId, signal) };
    },
  });
}

function targetProblem({ asset, accounts }: LoadedTarget) {
  if (asset === undefined) return "connect.gone" as const;
  if (!asset.is_active) return "connect.inactive" as const;
  return accounts.some((account) => account.actions.length > 0) ? undefined : ("connect.noAccount" as const);
}

/** Repeats the last choice once, as soon as it is known that it still holds. */
function useAutoLogin(
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
      const secret = needsSecret(account) ? await readRememberedSecret(profile.id, asset.id, username) : "";
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
