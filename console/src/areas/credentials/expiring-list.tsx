import type { ReactNode } from "react";
import { toast, toastFailure } from "../../kit/feedback.ts";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import type { ListHandle } from "../../kit/list/list-props.ts";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";
import { useSession } from "../../kit/session.ts";
import { expire } from "./resources.ts";
import { useCredentialTexts } from "./use-credential-texts.ts";

const NO_ACTIONS: readonly [] = [];

interface ExpiringListProps {
  readonly resource: ResourceDescriptor;
  readonly label: string;
  readonly columns: ColumnPlan;
  readonly emptyHint: string;
  readonly emptyAction?: ReactNode;
  /** More on the left of the bar. */
  readonly extra?: ReactNode;
  /** The code that lets a person end one. */
  readonly expireCode: string;
  /** Whether there is anything to end. */
  readonly isLive: (row: Row) => boolean;
}

/** A list of what ends by itself, and before that when its owner says so. */
export function ExpiringList({ expireCode, isLive, extra = null, ...list }: ExpiringListProps) {
  const { t } = useCredentialTexts();
  const { can } = useSession();
  const end = async (row: Row, handle: ListHandle) => {
    try {
      await expire(list.resource, row.id);
      toast("success", t("expired"));
    } catch (failure) {
      toastFailure(failure);
    }
    await handle.reload();
  };
  const actions = (row: Row, handle: ListHandle): readonly Action[] =>
    isLive(row) && can(expireCode)
      ? [{ key: "expire", label: t("expire"), danger: true, run: () => void end(row, handle) }]
      : [];
  return (
    <ResourceList
      {...list}
      create={null}
      toolbar={{ extra, exports: false, imports: false }}
      bulk={{ delete: false }}
      rows={{ builtIns: NO_ACTIONS, extras: actions }}
    />
  );
}
