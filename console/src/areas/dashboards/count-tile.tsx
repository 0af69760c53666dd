import { Link } from "react-router";
import type { Query } from "../../kit/api/client.ts";
import { useCount } from "../../kit/api/resources.ts";
import type { Requirement } from "../../kit/permissions.ts";
import { useSession } from "../../kit/session.ts";

/** One number that leads to the list it counts. */
export interface CountTileProps {
  readonly label: string;
  readonly url: string;
  readonly query?: Query;
  readonly to: string;
  readonly permission: Requirement;
}

/** A tile with a count; nothing without the permission. */
export function CountTile({ label, url, query, to, permission }: CountTileProps) {
  const { can } = useSession();
  const allowed = can(permission);
  const count = useCount(url, query ?? {}, allowed);
  if (!allowed) return null;
  return (
    <Link to={to} className="count-tile">
      <span className="count-number numeric">{count ?? "–"}</span>
      <span className="count-label">{label}</span>
    </Link>
  );
}
