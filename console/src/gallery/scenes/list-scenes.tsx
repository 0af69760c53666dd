import { useQuery } from "@tanstack/react-query";
import { metadataQuery } from "../../kit/api/resources.ts";
import BulkDeleteDialog from "../../kit/list/bulk/bulk-delete-dialog.tsx";
import BulkUpdateDialog from "../../kit/list/bulk/bulk-update-dialog.tsx";
import { Amount } from "../../kit/list/formatters/amount.tsx";
import { ListDialog } from "../../kit/list/list-dialog.tsx";
import { ResourceList } from "../../kit/list/resource-list.tsx";
import { TreeTable } from "../../kit/tree/tree-table.tsx";
import { TreeTabs } from "../../kit/tree/tree-tabs.tsx";
import { PEOPLE_COLUMNS, PEOPLE_RESOURCE, SOME_PEOPLE } from "./people-resource.ts";
import type { Scene, SceneDialog } from "./scene.ts";

const nothing = () => {};

function list(url: string) {
  return () => (
    <ResourceList
      resource={{ ...PEOPLE_RESOURCE, url }}
      label="People"
      emptyHint="Add a person to get started."
      columns={PEOPLE_COLUMNS}
      name="gallery"
      bulk={{ update: { fields: ["name", "is_active"] } }}
      toolbar={{ imports: {} }}
    />
  );
}

const Updating: SceneDialog = ({ onClose }) => {
  const metadata = useQuery(metadataQuery(PEOPLE_RESOURCE.url));
  if (metadata.data === undefined) return null;
  return (
    <BulkUpdateDialog
      rows={SOME_PEOPLE}
      label="People"
      url={PEOPLE_RESOURCE.url}
      metadata={metadata.data}
      plan={{ fields: ["name", "is_active"], hint: "Fields you do not select keep their values." }}
      onUpdated={nothing}
      onClose={onClose}
    />
  );
};

const deleting =
  (url: string): SceneDialog =>
  ({ onClose }) => (
    <BulkDeleteDialog
      rows={SOME_PEOPLE}
      label="People"
      url={url}
      objectUrl={url}
      each={false}
      onDeleted={nothing}
      onClose={onClose}
    />
  );

/** Lists and what belongs to them. */
export const LIST_SCENES: readonly Scene[] = [
  {
    name: "List of a resource",
    wide: true,
    states: [
      { name: "rows", content: list("/api/gallery/people/") },
      { name: "empty", content: list("/api/gallery/none/") },
      { name: "loading", content: list("/api/gallery/slow/") },
      { name: "no permission", content: list("/api/gallery/forbidden/") },
      { name: "failure", content: list("/api/gallery/broken/") },
    ],
  },
  {
    name: "Tree beside a list",
    wide: true,
    states: [
      {
        name: "two trees",
        content: () => (
          <TreeTable
            tree={
              <TreeTabs
                label="Trees"
                tabs={[
                  { key: "CustomTree", label: "Asset tree", content: <p>Nodes</p> },
                  { key: "BuiltinTree", label: "Type tree", content: <p>Types</p> },
                ]}
              />
            }
          >
            <p>The list</p>
          </TreeTable>
        ),
      },
    ],
  },
  {
    name: "Amount",
    states: [
      {
        name: "with a list",
        content: () => (
          <Amount
            value={SOME_PEOPLE}
            title="Members"
            list={{ resource: PEOPLE_RESOURCE, columns: PEOPLE_COLUMNS }}
          />
        ),
      },
      { name: "alone", content: () => <Amount value={12} title="Members" /> },
      { name: "none", content: () => <Amount value={[]} title="Members" /> },
    ],
  },
  {
    name: "List in a dialog",
    states: [
      {
        name: "rows",
        dialog: ({ onClose }) => (
          <ListDialog
            title="Members"
            label="Members"
            resource={PEOPLE_RESOURCE}
            columns={PEOPLE_COLUMNS}
            onClose={onClose}
          />
        ),
      },
    ],
  },
  { name: "Edit selected", states: [{ name: "three rows", dialog: Updating }] },
  {
    name: "Delete selected",
    states: [
      { name: "together", dialog: deleting("/api/gallery/people/") },
      { name: "refused", dialog: deleting("/api/gallery/nowhere/") },
    ],
  },
];
