import { useRoleTexts } from "../use-role-texts.ts";
import type { OrganizationChange } from "./role-preview.ts";

/** Names shown of a list before the rest is counted. */
const NAMED = 4;

interface ChangedOrganizationsProps {
  /** Organizations with the same change. */
  readonly changes: readonly OrganizationChange[];
  /** How many permissions the role gains and loses. */
  readonly total: number;
  readonly label: (id: number) => string;
}

/** What one person gains and loses in some organizations: a few names, and how many more. */
export function ChangedOrganizations({ changes, total, label }: ChangedOrganizationsProps) {
  const { t } = useRoleTexts();
  const names = (ids: readonly number[]) => {
    const shown = ids.slice(0, NAMED).map(label).join(", ");
    return ids.length > NAMED ? t("roles:preview.more", { names: shown, count: ids.length - NAMED }) : shown;
  };
  const { gained = [], lost = [] } = changes[0] ?? {};
  const size = gained.length + lost.length;
  return (
    <li>
      {changes.map(({ organization }) => (
        <span key={organization?.id ?? ""} className="tag">
          {organization?.name ?? t("roles:preview.everywhere")}
        </span>
      ))}
      {size === total ? <span>{t("roles:preview.all")}</span> : null}
      {size === total || gained.length === 0 ? null : (
        <span className="is-gain" title={gained.map(label).join("\n")}>
          {t("roles:preview.gains", { names: names(gained) })}
        </span>
      )}
      {size === total || lost.length === 0 ? null : (
        <span className="is-loss" title={lost.map(label).join("\n")}>
          {t("roles:preview.loses", { names: names(lost) })}
        </span>
      )}
      {size === 0 ? <span className="hint">{t("roles:preview.unchanged")}</span> : null}
    </li>
  );
}
