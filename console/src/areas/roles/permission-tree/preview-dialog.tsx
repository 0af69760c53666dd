import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ApiError } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { failureText } from "../../../kit/feedback.ts";
import { useRoleTexts } from "../use-role-texts.ts";
import { ChangedPeople } from "./changed-people.tsx";
import type { PermissionTree } from "./permission-nodes.ts";
import { PREVIEW_PAGE, type RolePreview } from "./role-preview.ts";

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
      api<RolePreview>(`/api/v1/sallyport/roles/${role}/preview/`, {
        method: "POST",
        body: { permissions },
        query: { limit: PREVIEW_PAGE, offset: (page - 1) * PREVIEW_PAGE },
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
          <ChangedPeople
            preview={preview.data}
            page={page}
            onPage={setPage}
            total={gained.length + lost.length}
            label={label}
          />
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
