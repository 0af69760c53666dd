import SecretDialog from "../../../kit/confirm/secret-dialog.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";

interface TemplateSecretViewProps {
  readonly template: Row;
  readonly onClose: () => void;
}

/** Shows the secret of a template, after a confirmation and for a short time. */
export default function TemplateSecretView({ template, onClose }: TemplateSecretViewProps) {
  const id = encodeURIComponent(String(template.id));
  const url = `/api/v1/accounts/account-template-secrets/${id}/`;
  return <SecretDialog name={valueText(template.name)} url={url} onClose={onClose} />;
}
