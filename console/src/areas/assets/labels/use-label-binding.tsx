import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListHandle } from "../../../kit/list/list-props.ts";
import type { Action } from "../../../kit/list/row-actions.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";

const LabelDialog = lazy(() => import("./label-dialog.tsx"));

/** Labels on the selected assets of a list. */
export interface LabelBinding {
  /** What can be done with the selected assets; for the list's `bulkExtras`. */
  readonly actions: (assets: readonly Row[], list: ListHandle) => readonly Action[];
  /** The dialog, while it is open. */
  readonly dialog: ReactNode;
  /** What the list has to know of assets that "select all" chooses; for its `selectionFields`. */
  readonly fields: readonly string[];
}

const FIELDS = ["labels"];

/** Lets a person put labels on the selected assets of a list, and take them off. */
export function useLabelBinding(): LabelBinding {
  const { t } = useTranslation("domains");
  const { can, inRoot } = useSession();
  const [open, setOpen] = useState<{ readonly assets: readonly Row[]; readonly list: ListHandle }>();
  return {
    fields: FIELDS,
    actions: (assets, list) =>
      can("assets.change_asset")
        ? [
            {
              key: "labels",
              label: t("label.action"),
              disabled: inRoot,
              run: () => setOpen({ assets, list }),
            },
          ]
        : [],
    dialog:
      open === undefined ? null : (
        <Suspense fallback={null}>
          <LabelDialog
            assets={open.assets}
            onDone={() => open.list.reload()}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      ),
  };
}
