import { useMemo } from "react";
import type { Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";

/** What the person may do with templates: those of everybody are the business of administrators (docs/contract/job-centre.md). */
export function useTemplateRights() {
  const { profile } = useSession();
  const mayShare = profile.is_org_admin === true;
  return useMemo(
    () => ({ mayShare, canChange: ({ is_shared: isShared }: Row) => mayShare || isShared !== true }),
    [mayShare],
  );
}
