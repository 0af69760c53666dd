import { useMemo } from "react";
import { ApiError, isRecord } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { toast } from "../../../kit/feedback.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { ASSET_OPTIONS } from "../../assets/index.ts";
import { USER_OPTIONS } from "../../users/index.ts";
import { PERMISSIONS } from "../resources.ts";
import { useGrantingTexts } from "../use-granting-texts.ts";

/** Somebody or something, by which a choice is called. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Props of {@link GiveAccessDialog}. */
export interface GiveAccessDialogProps {
  /** Who is chosen at first. */
  readonly user?: Named | undefined;
  /** What is chosen at first. */
  readonly asset?: Named | undefined;
  readonly onGiven: () => void;
  readonly onClose: () => void;
}

/** Names tried before the last refusal is shown: permissions of an organization have names of their own. */
const NAMES_TRIED = 5;

/** Whether a refusal is about the name alone. */
const isNameTaken = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.status === 400 &&
  isRecord(failure.body) &&
  Object.keys(failure.body).join() === "name";

/** Stores the permission under the first name that is free. */
async function store(body: Row, name: string): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const suffix = tried === 1 ? "" : ` (${tried})`;
    try {
      await api(PERMISSIONS.url, {
        method: "POST",
        body: { ...body, name: `${name.slice(0, 120)}${suffix}` },
      });
      return;
    } catch (failure) {
      if (!isNameTaken(failure) || tried === NAMES_TRIED) throw failure;
    }
  }
}

/** The texts of what was chosen, as the name of the permission. */
const namesOf = (chosen: unknown): string =>
  (Array.isArray(chosen) ? chosen : [])
    .map((option) => (isRecord(option) && typeof option.label === "string" ? option.label : ""))
    .filter((text) => text !== "")
    .join(", ");

/** Gives people assets: everything else of the permission is what it usually is, and can be changed later. */
export default function GiveAccessDialog({ user, asset, onGiven, onClose }: GiveAccessDialogProps) {
  const { t } = useGrantingTexts();
  const fields = useMemo<FieldMap>(
    () => ({
      users: { type: "m2m_related_field", label: t("granting:give.users"), required: true },
      assets: { type: "m2m_related_field", label: t("granting:give.assets"), required: true },
    }),
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({
      users: {
        related: USER_OPTIONS,
        help: t("granting:give.usersHelp"),
        toWire: (value) => value,
      },
      assets: {
        related: ASSET_OPTIONS,
        toWire: (value) => value,
      },
    }),
    [t],
  );
  const initial = useMemo(
    () => ({ users: user === undefined ? [] : [user], assets: asset === undefined ? [] : [asset] }),
    [user, asset],
  );
  const give = async ({ users, assets }: Record<string, unknown>) => {
    const keys = (chosen: unknown) =>
      (Array.isArray(chosen) ? chosen : []).map((option) => ({
        pk: isRecord(option) ? option.value : option,
      }));
    const [who, what] = [namesOf(users), namesOf(assets)];
    await store(
      { users: keys(users), assets: keys(assets), accounts: ["@ALL"], is_active: true },
      `${what} → ${who}`,
    );
    toast("success", t("granting:give.done", { users: who, assets: what }));
    onGiven();
  };
  return (
    <FormDialog
      title={t("granting:give.title")}
      size="small"
      hint={t("granting:give.hint")}
      fields={fields}
      overrides={overrides}
      initial={initial}
      confirmText={t("granting:give.confirm")}
      onConfirm={give}
      onClose={onClose}
    />
  );
}
