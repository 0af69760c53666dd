import { sql } from "kysely";
import { BadRequest, FieldError } from "../../../../engine/errors.ts";
import { text as common } from "../../../../engine/i18n/index.ts";
import { oneLine } from "../../../../engine/names.ts";
import {
  type AfterWriteEvent,
  defineResource,
  type Field,
  labeledChoice,
  text as line,
  type ResourceDeclaration,
  type Row,
  stamps,
  uuid,
} from "../../../../engine/resource/index.ts";
import { creator, isOwn } from "../fields.ts";
import { playbookText as text } from "../playbook-texts.ts";
import { readArchive } from "./archive.ts";
import { entryName } from "./paths.ts";
import { addFiles, type PlaybookFile } from "./playbook-files.ts";

/** Where the archive of a playbook is fetched. */
export const archivePath = (id: string): string => `/media/playbooks/${id}.zip`;

/** The archive a playbook is made of. */
const archive: Field<Blob | undefined, never> = {
  type: "file upload",
  options: { label: text.archive, help: text.archiveHelp, createOnly: true },
  columns: ["id", "is_uploaded"],
  parse(input) {
    if (input instanceof Blob) return input;
    // A client that sends an object back as it read it.
    if (input === null || typeof input === "string") return undefined;
    throw new FieldError([text.noFile]);
  },
  toColumns: () => ({}),
  present: ({ id, is_uploaded: isUploaded }: Row) => (isUploaded === true ? archivePath(String(id)) : null),
};

const fields = {
  id: uuid({ label: common.id }),
  path: archive,
  creator: creator(),
  name: line({ label: common.name, required: true, maxLength: 128, check: oneLine }),
  comment: line({ label: common.comment, blank: true, nullable: true, maxLength: 1024 }),
  create_method: labeledChoice({
    label: text.createMethod,
    choices: [
      { value: "blank", label: text.blank },
      { value: "vcs", label: text.vcs },
    ],
    default: "blank",
  }),
  vcs_url: line({ label: text.vcsUrl, blank: true, nullable: true, maxLength: 1024, check: oneLine }),
  ...stamps("date_created", "date_updated"),
};

/** The placeholder a new playbook begins with. */
const blankEntry = "# Plays of this playbook. Name the assets of the job with: hosts: all\n";

/** What people run by Ansible; everybody their own. Contract: docs/contract/job-centre.md, "Playbooks". */
export const playbooksResource: ResourceDeclaration = defineResource({
  path: "ops/playbooks",
  app: "ops",
  model: "playbook",
  label: text.playbook,
  title: "Playbook",
  scope: "organization",
  table: "ops_playbooks",
  fieldOrder: "declared",
  fields,
  search: ["t.name", "t.comment"],
  order: { by: ["name", "date_created", "date_updated"], default: ["date_created"] },
  where: isOwn,
  bulkDelete: "narrowed",
  takesForms: true,
  hooks: {
    prepare: ({ before, input }) => ({ ...input, ...(before === null ? nameOfArchive(input) : {}) }),
    columns: ({ before, values, context }) =>
      before === null ? { creator_id: context.principal.id, is_uploaded: values.path instanceof Blob } : {},
    afterWrite: fill,
    beforeDelete: async ({ db }, { id }) => {
      const { rows } = await sql`select from ops_jobs where playbook_id = ${id}::uuid limit 1`.execute(db);
      if (rows.length > 0) throw new BadRequest("playbook_has_job", text.hasJob, { msg: text.hasJob });
    },
  },
});

/** A playbook without a name is called as the file it came as. */
function nameOfArchive({ name, path }: Readonly<Record<string, unknown>>): { readonly name?: string } {
  if ((name !== undefined && name !== "") || !(path instanceof File)) return {};
  const parts = path.name.split(".");
  return { name: (parts.length > 1 ? parts.at(-2) : parts[0]) ?? "" };
}

/** The files a new playbook begins with. */
async function fill({ before, values, context, id }: AfterWriteEvent<typeof fields>): Promise<void> {
  if (before !== null) return;
  const files = await firstFiles(values);
  if (files.length > 0) await addFiles(context.db, String(id), files);
}

async function firstFiles({
  path,
  create_method: method,
}: AfterWriteEvent<typeof fields>["values"]): Promise<readonly PlaybookFile[]> {
  if (path !== undefined) return readArchive(path);
  return method === "vcs" ? [] : [{ path: entryName, content: Buffer.from(blankEntry) }];
}
