import { useTranslation } from "react-i18next";
import { Dialog } from "../dialog/dialog.tsx";
import type { ResourceListProps } from "./list-props.ts";
import { ResourceList } from "./resource-list.tsx";

const NO_ACTIONS: readonly [] = [];

interface ListDialogProps extends Omit<ResourceListProps, "inAddress" | "emptyHint"> {
  readonly title: string;
  readonly onClose: () => void;
}

/** A list in a dialog: to look at, not to create in; its state is its own. */
export function ListDialog({ title, onClose, ...list }: ListDialogProps) {
  const { t } = useTranslation("list");
  return (
    <Dialog title={title} onClose={onClose}>
      <ResourceList
        create={null}
        emptyHint={t("empty.inDialog")}
        {...list}
        bulk={{ delete: false, ...list.bulk }}
        rows={{ builtIns: NO_ACTIONS, ...list.rows }}
        inAddress={false}
      />
    </Dialog>
  );
}
