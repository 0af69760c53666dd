import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Pagination } from "antd";
import { useMemo, useState } from "react";
import { ApiError } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { failureText } from "../../../kit/feedback.ts";
import { useRoleTexts } from "../use-role-texts.ts";
import type { PermissionTree } from "./permission-nodes.ts";

/** What a change means for the people who hold the role (docs/contract/identity.md, "Preview of a role"). */
interface Preview {
  readonly count: number;
  readonly gaining: number;
  readonly losing: number;
  readonly results: readonly UserChange[];
}

interface UserChange {
  readonly user: { readonly id: string; readonly name: string; readonly username: string };
  readonly changes: readonly PlaceChange[];
}

interface PlaceChange {
  readonly organization: { readonly id: string; readonly name: string } | null;
  readonly gained: readonly number[];
  readonly lost: readonly number[];
}

const PAGE_SIZE = 10;
/** Names shown of a list before the rest is counted. */
const NAMED = 4;

interface PreviewDialogProps {
  readonly role: string;
  readonly tree: PermissionTree;
  readonly checked: ReadonlySet<string>;
  /** Saves, and tells about it; the dialog shows progress until it settles. */
  readonly onSave: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a role is saved: what it gains and loses, and which people with it. */
export default function PreviewDialog({ role, tree, checked, onSave, onClose }: PreviewDialogProps) {
  const { t } = useRoleTexts();
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState(false);
  const permissions = useMemo(() => [...checked].map(Number), [checked]);
  const gained = [...checked].filter((id) => !tree.checked.has(id));
  const lost = [...tree.checked].filter((id) => !checked.has(id));
  const preview = useQuery({
    queryKey: ["preview", role, permissions, page],
    queryFn: ({ signal }) =>
      api<Preview>(`/api/v1/sallyport/roles/${role}/preview/`, {
        method: "POST",
        body: { permissions },
        query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  // A server without this extension, and viewers who may not know who holds the role, see the permissions alone.
  const isUntold = preview.error instanceof ApiError && [403, 404, 405].includes(preview.error.status);
  const refused =
    preview.error instanceof ApiError && preview.error.status === 400 ? refusalOf(preview.error) : undefined;
  const label = (id: number | string) => tree.byId.get(String(id))?.label ?? String(id);
  const save = async () => {
    setBusy(true);
    try {
      await onSave();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("roles:preview.title")}
      size="medium"
      answer={{
        text: t("roles:preview.save"),
        busy,
        disabled: refused !== undefined,
        run: () => void save(),
      }}
      onClose={onClose}
    >
      <div className="role-preview">
        {refused === undefined ? null : (
          <p role="alert" className="role-refused">
            {refused}
          </p>
        )}
        <Codes
          sign="+"
          title={t("roles:preview.added", { count: gained.length })}
          names={gained.map(label)}
        />
        <Codes sign="−" title={t("roles:preview.removed", { count: lost.length })} names={lost.map(label)} />
        {isUntold || refused !== undefined ? null : preview.error !== null ? (
          <p role="alert" className="role-refused">
            {failureText(preview.error)}
          </p>
        ) : preview.data === undefined ? (
          <div className="card-loading" role="status" aria-label={t("common:loading")} />
        ) : (
          <section aria-label={t("roles:preview.people")}>
            <h3>{t("roles:preview.people")}</h3>
            <p className="role-preview-sum" role="status">
              {preview.data.count === 0
                ? t("roles:preview.nobody")
                : t("roles:preview.counts", {
                    count: preview.data.count,
                    gaining: preview.data.gaining,
                    losing: preview.data.losing,
                  })}
            </p>
            <ul className="role-people">
              {preview.data.results.map(({ user, changes }) => (
                <li key={user.id}>
                  <span className="role-person">{`${user.name}(${user.username})`}</span>
                  <ul>
                    {samePlaces(changes).map((places) => (
                      <Places
                        key={places[0]?.organization?.id ?? ""}
                        places={places}
                        total={gained.length + lost.length}
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
              pageSize={PAGE_SIZE}
              current={page}
              total={preview.data.count}
              onChange={setPage}
            />
          </section>
        )}
      </div>
    </Dialog>
  );
}

/** What the server says about the list of permissions it would not save. */
function refusalOf({ body, text }: ApiError): string {
  const errors = (body as { permissions?: unknown } | undefined)?.permissions;
  return Array.isArray(errors) ? errors.map(String).join(" ") : (text ?? "");
}

function Codes(props: { readonly sign: string; readonly title: string; readonly names: readonly string[] }) {
  if (props.names.length === 0) return null;
  return (
    <section aria-label={props.title}>
      <h3>{props.title}</h3>
      <ul className="role-codes">
        {props.names.map((name) => (
          <li key={name} className={props.sign === "+" ? "is-gain" : "is-loss"}>
            <span aria-hidden="true">{props.sign}</span> {name}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The places of one person, those with the same change together. */
function samePlaces(changes: readonly PlaceChange[]): readonly (readonly PlaceChange[])[] {
  const groups = new Map<string, PlaceChange[]>();
  for (const change of changes) {
    const key = `${change.gained.join()}/${change.lost.join()}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}

interface PlacesProps {
  /** Places with the same change. */
  readonly places: readonly PlaceChange[];
  /** How many permissions the role gains and loses. */
  readonly total: number;
  readonly label: (id: number) => string;
}

/** What one person gains and loses in some places: a few names, and how many more. */
function Places({ places, total, label }: PlacesProps) {
  const { t } = useRoleTexts();
  const names = (ids: readonly number[]) => {
    const shown = ids.slice(0, NAMED).map(label).join(", ");
    return ids.length > NAMED ? t("roles:preview.more", { names: shown, count: ids.length - NAMED }) : shown;
  };
  const { gained = [], lost = [] } = places[0] ?? {};
  const size = gained.length + lost.length;
  return (
    <li>
      {places.map(({ organization }) => (
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
