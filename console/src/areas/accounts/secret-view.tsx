import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import SecretDialog from "../../kit/confirm/secret-dialog.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { useAccountTexts } from "./use-account-texts.ts";

const FormerSecrets = lazy(() => import("./former-secrets.tsx"));

interface SecretViewProps {
  readonly account: Row;
  readonly onClose: () => void;
}

/** Shows the secret of an account, after a confirmation and for a short time; those it had before from there. */
export default function SecretView({ account, onClose }: SecretViewProps) {
  const { t } = useAccountTexts();
  const [looksBack, setLooksBack] = useState(false);
  const id = encodeURIComponent(String(account.id));
  if (looksBack) {
    return (
      <Suspense fallback={null}>
        <FormerSecrets account={account} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <SecretDialog
      name={valueText(account.name)}
      url={`/api/v1/accounts/account-secrets/${id}/`}
      extra={
        <Button type="link" onClick={() => setLooksBack(true)}>
          {t("former.open")}
        </Button>
      }
      onClose={onClose}
    />
  );
}
