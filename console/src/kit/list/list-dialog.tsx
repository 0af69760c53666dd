import { Modal } from "antd";
import type { ResourceListProps } from "./list-props.ts";
import { ResourceList } from "./resource-list.tsx";

interface ListDialogProps extends Omit<ResourceListProps, "inAddress"> {
  readonly title: string;
  readonly onClose: () => void;
}

/** A list in a dialog: to look at, not to create in; its state is its own. */
export function ListDialog({ title, onClose, ...list }: ListDialogProps) {
  return (
    <Modal
      open
      title={title}
      className="list-dialog"
      width=""
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <ResourceList create={null} bulkDelete={false} rowBuiltIns={[]} {...list} inAddress={false} />
    </Modal>
  );
}
