import { Link } from "react-router";
import type { Row } from "../../metadata/types.ts";
import { permissionCode, type ResourceDescriptor } from "../../resource.ts";
import { useSession } from "../../session.ts";
import { rowKey, rowName } from "../rows.ts";

interface DetailLinkProps {
  readonly resource: ResourceDescriptor;
  readonly row: Row;
  /** What the link says; the row's name unless given. */
  readonly text?: string;
}

/** A name that leads to the detail page where the viewer may follow it. */
export function DetailLink({ resource, row, text }: DetailLinkProps) {
  const { can } = useSession();
  const label = text ?? rowName(row);
  const path = resource.routes.detail?.(String(rowKey(row)));
  if (path === undefined || !can(permissionCode(resource, "view"))) return <span>{label}</span>;
  return <Link to={path}>{label}</Link>;
}
