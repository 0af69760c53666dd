import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Alert, Button, Flex, Spin } from "antd";
import { useMemo, useState } from "react";
import { ApiError } from "../../../../kit/api/api-error.ts";
import { api } from "../../../../kit/api/client.ts";
import { fetchPage, objectQuery, refreshData } from "../../../../kit/api/resources.ts";
import { Dialog } from "../../../../kit/dialog/dialog.tsx";
import { toast, toastFailure } from "../../../../kit/feedback.ts";
import type { FieldInputProps } from "../../../../kit/field-kinds/field-kind.ts";
import { RelatedManyInput } from "../../../../kit/field-kinds/related-input.tsx";
import type { Row } from "../../../../kit/metadata/types.ts";
import { PickTable } from "../../../../kit/widgets/pick-table.tsx";
import { SETTINGS_URL } from "../../form/setting-source.ts";
import { useSettingsTexts } from "../../settings-texts.ts";
import {
  FORGET_URL,
  GROUPS,
  IMPORT_URL,
  LOOK_INTERVAL,
  ORGANIZATIONS,
  PEOPLE_URL,
} from "./ldap-directory.ts";
import "./ldap.css";

interface Chosen {
  readonly value: string;
}

const idsOf = (options: readonly Chosen[]): string[] => options.map(({ value }) => value);

const isReading = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 409;

/** Longest that an import of everybody is waited for, in milliseconds. */
const IMPORT_TIMEOUT = 3_600_000;

/** Several objects, chosen by name. */
function Places({
  label,
  related,
  value,
  onChange,
}: Required<Pick<FieldInputProps, "label" | "related">> & {
  readonly value: readonly Chosen[];
  readonly onChange: (chosen: readonly Chosen[]) => void;
}) {
  return (
    <div className="ldap-place">
      <span aria-hidden>{label}</span>
      <RelatedManyInput
        name={label}
        label={label}
        field={MANY}
        editing
        related={related}
        value={value}
        onChange={(chosen) => onChange((chosen ?? []) as readonly Chosen[])}
      />
    </div>
  );
}

const MANY = { type: "m2m_related_field", required: false } as const;

interface PeopleProps {
  readonly selected: ReadonlySet<unknown>;
  readonly onSelect: (rows: readonly Row[], chosen: boolean) => void;
}

/** The directory's people: being read, read, or why not. */
function People({ selected, onSelect }: PeopleProps) {
  const { t } = useSettingsTexts();
  const list = useQuery({
    queryKey: ["ldap-people"],
    queryFn: ({ signal }) => fetchPage(PEOPLE_URL, { limit: 1 }, signal),
    retry: (_count, failure) => isReading(failure),
    retryDelay: LOOK_INTERVAL,
    // Whoever opens the dialog wants to see how the directory is now.
    gcTime: 0,
  });
  const columns = useMemo(
    () => [
      { name: "username", title: t("ldap:username") },
      { name: "name", title: t("ldap:name") },
      { name: "email", title: t("ldap:email") },
      {
        name: "groups",
        title: t("ldap:groups"),
        render: ({ groups }: Row) => (Array.isArray(groups) ? groups.join(" | ") : ""),
      },
      {
        name: "existing",
        title: t("ldap:existing"),
        render: ({ existing }: Row) => (existing === true ? t("ldap:yes") : t("ldap:no")),
      },
    ],
    [t],
  );
  if (list.data !== undefined) {
    return (
      <PickTable
        label={t("ldap:people")}
        url={PEOPLE_URL}
        columns={columns}
        selected={selected}
        onSelect={onSelect}
        rowLabel={({ username }) => String(username)}
        emptyHint={t("ldap:nobody")}
      />
    );
  }
  if (list.error !== null && !isReading(list.error)) {
    return <Alert type="error" showIcon title={t("ldap:notRead")} description={list.error.message} />;
  }
  return (
    <Flex vertical align="center" gap={8} className="ldap-reading" role="status">
      <Spin />
      <span>{t("ldap:reading")}</span>
    </Flex>
  );
}

/** Who of the directory becomes a user here, and where. */
export function LdapImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useSettingsTexts();
  const client = useQueryClient();
  const saved = useQuery(objectQuery<Record<string, string[]>>(`${SETTINGS_URL}?category=ldap`));
  const [places, setPlaces] = useState<readonly Chosen[] | null>(null);
  const [groups, setGroups] = useState<readonly Chosen[] | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<unknown>>(new Set());
  const [busy, setBusy] = useState<"refresh" | "some" | "all" | null>(null);
  const usual = (key: string): readonly Chosen[] => (saved.data?.[key] ?? []).map((value) => ({ value }));
  const organizations = places ?? usual("AUTH_LDAP_SYNC_ORG_IDS");
  const joined = groups ?? usual("AUTH_LDAP_SYNC_GROUP_IDS");

  const during = async (what: NonNullable<typeof busy>, work: () => Promise<unknown>) => {
    setBusy(what);
    try {
      await work();
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(null);
    }
  };
  const refresh = () =>
    during("refresh", async () => {
      await api(FORGET_URL);
      setSelected(new Set());
      await client.resetQueries({ queryKey: ["ldap-people"] });
    });
  const bring = (usernames: readonly unknown[], what: "some" | "all") =>
    during(what, async () => {
      const body = { username_list: usernames, org_ids: idsOf(organizations), group_ids: idsOf(joined) };
      try {
        const { msg } = await api<{ readonly msg: string }>(IMPORT_URL, {
          method: "POST",
          body,
          timeout: IMPORT_TIMEOUT,
        });
        toast("success", msg);
        setSelected(new Set());
      } finally {
        await refreshData(client);
      }
    });
  const select = (rows: readonly Row[], chosen: boolean) =>
    setSelected((before) => {
      const ids = rows.map(({ id }) => id);
      return new Set(chosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id)));
    });
  const nowhere = organizations.length === 0;
  return (
    <Dialog title={t("ldap:importUsers")} modal={selected.size > 0} onClose={onClose}>
      <Flex vertical gap={12}>
        <Flex justify="space-between" align="start" gap={12}>
          <p className="hint">{t("ldap:importHint")}</p>
          <Button loading={busy === "refresh"} onClick={() => void refresh()}>
            {t("ldap:refresh")}
          </Button>
        </Flex>
        <People selected={selected} onSelect={select} />
        <Places
          label={t("ldap:organizations")}
          related={ORGANIZATIONS}
          value={organizations}
          onChange={setPlaces}
        />
        <Places label={t("ldap:joinGroups")} related={GROUPS} value={joined} onChange={setGroups} />
        <div className="dialog-buttons">
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          <Button
            loading={busy === "all"}
            disabled={nowhere || busy !== null}
            onClick={() => void bring(["*"], "all")}
          >
            {t("ldap:importAll")}
          </Button>
          <Button
            type="primary"
            loading={busy === "some"}
            disabled={nowhere || selected.size === 0 || busy !== null}
            onClick={() => void bring([...selected], "some")}
          >
            {t("ldap:importSelected", { count: selected.size })}
          </Button>
        </div>
      </Flex>
    </Dialog>
  );
}
