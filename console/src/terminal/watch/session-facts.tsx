import { useTranslation } from "react-i18next";
import { valueText } from "../../kit/metadata/value-text.ts";

/** Whose session it is, and where. */
export function SessionFacts(props: { readonly session: Readonly<Record<string, unknown>> | undefined }) {
  const { t } = useTranslation("terminal");
  const facts = (["user", "asset", "account"] as const).map(
    (name) => [t(`replay.${name}`), valueText(props.session?.[name])] as const,
  );
  return (
    <dl className="luna-facts">
      {facts
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd title={value}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
