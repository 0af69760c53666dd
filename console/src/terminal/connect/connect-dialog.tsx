import { Alert, Button, Modal, Skeleton } from "antd";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../../kit/feedback.ts";
import { useLuna } from "../page/luna-context.ts";
import type { ConnectedTarget } from "../session/tabs-state.ts";
import type { AssetReference, ConnectIntent } from "../workspace/tabs-context.ts";
import { ConnectForm } from "./connect-form.tsx";
import { readChoice } from "./remembered-choice.ts";
import { useAutoLogin } from "./use-auto-login.ts";
import { useConnect } from "./use-connect.ts";
import { targetProblem, useTarget } from "./use-target.ts";

const ClientView = lazy(() => import("./client-view.tsx"));
const ReviewView = lazy(() => import("./review-view.tsx"));

function Later({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={<Skeleton active paragraph={{ rows: 4 }} title={false} />}>{children}</Suspense>;
}

/** A connection the person began and that has no token yet. */
export interface PendingConnection {
  asset: AssetReference;
  intent: ConnectIntent;
  /** Number of the attempt; every attempt is a dialog of its own. */
  attempt: number;
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
export default function ConnectDialog({ pending, onConnected, onCancel }: ConnectDialogProps) {
  const { t } = useTranslation(["terminal", "common"]);
  const { methods } = useLuna();
  const { asset: reference, intent } = pending;
  const remembered = useRef(readChoice(reference.id)).current;
  const [silent, setSilent] = useState(intent.dialog !== true && remembered?.autoLogin === true);
  const loaded = useTarget(reference.id);
  const { busy, failure, client, review, submit } = useConnect({
    reference,
    loaded: loaded.data,
    isRemembered: intent.protocol === undefined,
    onConnected: (target) => onConnected(target, intent),
    onShow: () => setSilent(false),
  });

  useAutoLogin(silent ? loaded.data : undefined, remembered, {
    submit,
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
        <Later>
          <ClientView {...client} />
        </Later>
      )}
      {review && (
        <Later>
          <ReviewView {...review} />
        </Later>
      )}
      {client === undefined && review === undefined && loaded.data?.asset && problem === undefined && (
        <ConnectForm
          asset={loaded.data.asset}
          accounts={loaded.data.accounts}
          methods={methods}
          remembered={remembered}
          accountId={intent.accountId}
          protocol={intent.protocol}
          busy={busy}
          onSubmit={submit}
        />
      )}
    </Modal>
  );
}
