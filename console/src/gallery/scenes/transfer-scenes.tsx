import ExportDialog from "../../kit/export/export-dialog.tsx";
import type { ExportPlan } from "../../kit/export/export-plan.ts";
import type { ExportedList } from "../../kit/export/use-export.ts";
import type { ReadFile } from "../../kit/import/import-api.ts";
import ImportDialog from "../../kit/import/import-dialog.tsx";
import { ImportPreview } from "../../kit/import/import-preview.tsx";
import "../../kit/transfer/transfer.css";
import { THING_FIELDS } from "../fake-api.ts";
import { FILE_ROWS, FILE_TITLE } from "../fake-dialogs.ts";
import type { Scene, SceneDialog } from "./scene.ts";

const LIST: ExportedList = {
  url: "/api/gallery/people/",
  query: { search: "", limit: 15, offset: 0 },
  filtered: false,
  keys: [],
  count: 137,
  dated: false,
};

const exporting =
  (changes: Partial<ExportedList>, plan: ExportPlan = {}): SceneDialog =>
  ({ onClose }) => (
    <ExportDialog name="People" plan={plan} list={{ ...LIST, ...changes }} onClose={onClose} />
  );

const importing =
  (modes: readonly ("create" | "update")[]): SceneDialog =>
  ({ onClose }) => (
    <ImportDialog
      name="things"
      url="/api/gallery/things/"
      metadata={{ actions: { POST: THING_FIELDS, PATCH: THING_FIELDS } }}
      modes={modes}
      hint="Each row is one person."
      selected={[]}
      onClose={onClose}
    />
  );

const FILE: ReadFile = { title: FILE_TITLE, data: FILE_ROWS };
const nothing = () => {};

/** Export and import. */
export const TRANSFER_SCENES: readonly Scene[] = [
  {
    name: "Export",
    states: [
      { name: "all", dialog: exporting({}, { hint: "Secrets are left out." }) },
      { name: "filtered and selected", dialog: exporting({ filtered: true, keys: ["1", "2"], dated: true }) },
      { name: "nothing to export", dialog: exporting({ count: 0 }) },
      { name: "refused", dialog: exporting({}, { url: "/api/gallery/forbidden/" }) },
      { name: "a message instead", dialog: exporting({}, { url: "/api/gallery/note/" }) },
      { name: "running", dialog: exporting({}, { url: "/api/gallery/slow/" }) },
    ],
  },
  {
    name: "Import",
    states: [
      { name: "create or update", dialog: importing(["create", "update"]) },
      { name: "create", dialog: importing(["create"]) },
    ],
  },
  {
    name: "Rows of a file",
    wide: true,
    states: [
      {
        name: "read",
        content: () => (
          <ImportPreview
            url="/api/gallery/things/"
            mode="create"
            takesMany={false}
            file={FILE}
            fileName="things.csv"
            fields={THING_FIELDS}
            onStarted={nothing}
            onBack={nothing}
            onFinished={nothing}
          />
        ),
      },
    ],
  },
];
