import { Pagination } from "antd";
import { useRoleTexts } from "../use-role-texts.ts";
import { ChangedOrganizations } from "./changed-organizations.tsx";
import { type OrganizationChange, PREVIEW_PAGE, type RolePreview } from "./role-preview.ts";

interface ChangedPeopleProps {
  readonly preview: RolePreview;
  /** Page in sight, from 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** How many permissions the role gains and loses. */
  readonly total: number;
  readonly label: (id: number) => string;
}

/** The organizations of one person, grouped by equal changes. */
function groupSameChanges(
  changes: readonly OrganizationChange[],
): readonly (readonly OrganizationChange[])[] {
  const groups = new Map<string, OrganizationChange[]>();
  for (const change of changes) {
    const key = `${change.gained.join()}/${change.lost.join()}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}

/** The people who hold a role, page by page, with what each of them gains and loses. */
export function ChangedPeople({ preview, page, onPage, total, label }: ChangedPeopleProps) {
  const { t } = useRoleTexts();
  return (
    <section aria-label={t("roles:preview.people")}>
      <h3>{t("roles:preview.people")}</h3>
      <p className="role-preview-sum" role="status">
        {preview.count === 0
          ? t("roles:preview.nobody")
          : t("roles:preview.counts", {
              count: preview.count,
              gaining: preview.gaining,
              losing: preview.losing,
            })}
      </p>
      <ul className="role-people">
        {preview.results.map(({ user, changes }) => (
          <li key={user.id}>
            <span className="role-person">{`${user.name}(${user.username})`}</span>
            <ul>
              {groupSameChanges(changes).map((same) => (
                <ChangedOrganizations
                  key={same[0]?.organization?.id ?? ""}
                  changes={same}
                  total={total}
                  label={label}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Pagination
        size="small"
        hideOnSinglePage
        showSizeChanger={false}
        pageSize={PREVIEW_PAGE}
        current={page}
        total={preview.count}
        onChange={onPage}
      />
    </section>
  );
}
