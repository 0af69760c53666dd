import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { confirm, nameSummary } from "../../../kit/dialogs.tsx";
import { toast } from "../../../kit/feedback.ts";
import type { ListHandle } from "../../../kit/list/list-props.ts";
import type { Action } from "../../../kit/list/row-actions.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";
import { NODE_OPTIONS, NODES_URL } from "../resources.ts";

/** How assets come to a node: beside the places they have, or instead of them. */
type Way = "add" | "replace";

/** Places in the tree for the selected assets of a list. */
interface NodeChanges {
  /** What can be done with the selected assets; for the list's `bulkExtras`. */
  readonly actions: (assets: readonly Row[], list: ListHandle) => readonly Action[];
  /** The dialog, while it is open. */
  readonly dialog: ReactNode;
}

interface Asked {
  readonly way: Way;
  readonly assets: readonly Row[];
  readonly list: ListHandle;
}

const FIELDS: FieldMap = { node: { type: "object_related_field", required: true } };

async function change(node: unknown, way: Way | "remove", assets: readonly Row[], list: ListHandle) {
  const body = { assets: assets.map(({ id }) => id) };
  await api(`${NODES_URL}${encodeURIComponent(String(node))}/assets/${way}/`, { method: "PUT", body });
  await list.reload();
}

/**
 * Lets a person put the selected assets into a node, move them there, or take them out of the node that is shown.
 *
 * @param shown id of the node whose assets the list shows
 */
export function useNodeChanges(shown: string | undefined): NodeChanges {
  const { t } = useTranslation("assetForms");
  const { can, inRoot } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const overrides = useMemo(() => ({ node: { label: t("nodes.one"), related: NODE_OPTIONS } }), [t]);
  const open = (way: Way, assets: readonly Row[], list: ListHandle): Action => ({
    key: `node-${way}`,
    label: t(`nodes.${way}`),
    run: () => setAsked({ way, assets, list }),
  });
  const remove = (assets: readonly Row[], list: ListHandle): Action => ({
    key: "node-remove",
    label: t("nodes.remove"),
    run: () =>
      confirm({
        title: t("nodes.removeTitle", { count: assets.length }),
        content: t("nodes.removeBody", { names: nameSummary(assets.map(rowName)) }),
        confirmText: t("nodes.removeConfirm"),
        danger: true,
        onConfirm: async () => {
          await change(shown, "remove", assets, list);
          toast("success", t("nodes.removed", { count: assets.length }));
        },
      }),
  });
  return {
    actions: (assets, list) =>
      can("assets.change_assetnodes") && !inRoot
        ? [
            open("add", assets, list),
            open("replace", assets, list),
            ...(shown === undefined ? [] : [remove(assets, list)]),
          ]
        : [],
    dialog:
      asked === undefined ? null : (
        <FormDialog
          title={t(`nodes.${asked.way}Title`, { count: asked.assets.length })}
          size="small"
          fields={FIELDS}
          overrides={overrides}
          onConfirm={async ({ node }) => {
            await change(isRecord(node) ? node.pk : node, asked.way, asked.assets, asked.list);
            toast("success", t("nodes.done", { count: asked.assets.length }));
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      ),
  };
}
