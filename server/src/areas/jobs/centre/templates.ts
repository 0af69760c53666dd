import { text as common } from "../../../engine/i18n/index.ts";
import {
  defineResource,
  labeledChoice,
  text as line,
  type ResourceDeclaration,
  stamps,
  uuid,
} from "../../../engine/resource/index.ts";
import { creator, isOwn, moduleChoices } from "./fields.ts";
import { text } from "./texts.ts";

/** Commands people keep to use again; everybody their own. Contract: docs/contract/job-centre.md, "Templates". */
export const adhocsResource: ResourceDeclaration = defineResource({
  path: "ops/adhocs",
  app: "ops",
  model: "adhoc",
  label: text.adhoc,
  title: "Ad Hoc",
  scope: "organization",
  table: "ops_adhocs",
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id }),
    creator: creator(),
    name: line({ label: common.name, required: true, maxLength: 128 }),
    module: labeledChoice({ label: text.module, choices: moduleChoices, default: "shell" }),
    args: line({ label: text.args, blank: true, maxLength: 8192, default: "" }),
    comment: line({ label: common.comment, blank: true, nullable: true, maxLength: 1024 }),
    ...stamps("date_created", "date_updated"),
  },
  search: ["t.name", "t.comment"],
  order: { by: ["name", "date_created", "date_updated"], default: ["name"] },
  where: isOwn,
  bulkDelete: "narrowed",
  hooks: {
    columns: ({ before, context }) => (before === null ? { creator_id: context.principal.id } : {}),
  },
});
