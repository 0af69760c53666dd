import SecretDialog from "../../kit/confirm/secret-dialog.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";

interface SecretViewProps {
  readonly account: Row;
  readonly onClose: () => void;
}

/** Shows the secret of an account, after a confirmation and for a short time. */
export default function SecretView({ account, onClose }: SecretViewProps) {
  const id = encodeURIComponent(String(account.id));
  return (
    <SecretDialog
      name={valueText(account.name)}
      url={`/api/v1/accounts/account-secrets/${id}/`}
      onClose={onClose}
    />
  );
}
