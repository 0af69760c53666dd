import type { Area } from "../../engine/area.ts";
import { commandGroups } from "./command-groups.ts";

/** Rules about commands. Contract: docs/contract/acls.md. */
export const aclsArea: Area = { name: "acls", resources: [commandGroups] };
