import ActivityTab from "../../kit/detail/activity-tab.tsx";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { DifferenceDialog } from "../../kit/detail/difference-dialog.tsx";
import { EditableInput } from "../../kit/detail/editable-input.tsx";
import { type QuickAction, QuickActions } from "../../kit/detail/quick-actions.tsx";
import { RelationCard, type RelationItem } from "../../kit/detail/relation-card.tsx";
import { DialogDetail } from "../../kit/list/formatters/dialog-detail.tsx";
import { GrantedAccountShow } from "../../kit/list/formatters/granted-account-show.tsx";
import { ShowKeyCopy } from "../../kit/list/formatters/show-key-copy.tsx";
import { Notice } from "../../kit/list/list-states.tsx";
import { StatusMark } from "../../kit/status-mark.tsx";
import { THING_FIELDS } from "../fake-api.ts";
import type { Scene, SceneDialog } from "./scene.ts";

const THING = {
  name: "First",
  kind: { value: "large", label: "Large" },
  rules: { ip_group: ["10.0.0.0/8"], limit: 5 },
  comment: "",
};
const ITEMS = detailItems(THING_FIELDS, THING, ["name", "kind", "rules", "comment"]);
const done = async () => {};
const never = () => new Promise<void>(() => {});
const refuse = async () => {
  throw new Error("This object is in use.");
};

function items(count: number): RelationItem[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `g${index}`,
    label: `Group ${index + 1}`,
    path: `/groups/${index}`,
    ...(index === 0 ? { kept: "The first one cannot be removed." } : {}),
  }));
}

function relations(count: number | undefined, mayChange: boolean) {
  return () => (
    <RelationCard
      title="Groups"
      hint="Members get what the group was granted."
      options={{ url: "/api/gallery/people/" }}
      {...(count === undefined ? {} : { items: items(count) })}
      {...(mayChange ? { onAdd: done, onRemove: done } : {})}
    />
  );
}

function actions(run: () => Promise<unknown>, disabled: boolean) {
  const list: QuickAction[] = [
    { key: "active", title: "Active", checked: true, disabled, run },
    { key: "reset", title: "Reset the password", button: "Reset", disabled, run },
    { key: "unbind", title: "Remove the key", button: "Remove", danger: true, disabled, run },
    {
      key: "level",
      title: "Second factor",
      value: 1,
      choices: [
        { value: 0, label: "Off" },
        { value: 1, label: "On" },
        { value: 2, label: "Always" },
      ],
      disabled,
      run,
    },
  ];
  return () => <QuickActions actions={list} />;
}

const difference =
  (url: string): SceneDialog =>
  ({ onClose }) => <DifferenceDialog url={url} content="Ada changed web-02" onClose={onClose} />;

/** Details and what is in them. */
export const DETAIL_SCENES: readonly Scene[] = [
  {
    name: "Detail card",
    states: [
      { name: "values", content: () => <DetailCard items={ITEMS} /> },
      {
        name: "without values",
        content: () => <DetailCard title="Other" items={[{ key: "a", label: "Name", value: "" }]} />,
      },
    ],
  },
  {
    name: "Quick actions",
    states: [
      { name: "ready", content: actions(done, false) },
      { name: "disabled", content: actions(done, true) },
      { name: "busy once used", content: actions(never, false) },
      { name: "refused once used", content: actions(refuse, false) },
    ],
  },
  {
    name: "Related objects of a detail",
    states: [
      { name: "two", content: relations(2, true) },
      { name: "more than ten", content: relations(12, true) },
      { name: "none", content: relations(0, true) },
      { name: "add only", content: relations(undefined, true) },
      { name: "to look at", content: relations(2, false) },
    ],
  },
  { name: "Activity", states: [{ name: "entries", content: () => <ActivityTab id="thing-1" /> }] },
  {
    name: "Difference",
    states: [
      { name: "changes", dialog: difference("/api/gallery/difference/") },
      { name: "no content", dialog: difference("/api/gallery/same/") },
      { name: "loading", dialog: difference("/api/gallery/slow/") },
      { name: "failure", dialog: difference("/api/gallery/broken/") },
    ],
  },
  {
    name: "Masked value",
    states: [
      { name: "at hand", content: () => <ShowKeyCopy name="Token" value="tok-1234" download /> },
      {
        name: "read when asked for",
        content: () => <ShowKeyCopy name="Key" value={async () => "key-1234"} onEdit={() => {}} />,
      },
      {
        name: "refused",
        content: () => (
          <ShowKeyCopy
            name="Secret"
            value={async () => {
              throw new Error("You do not have permission to view this.");
            }}
          />
        ),
      },
    ],
  },
  {
    name: "Value edited in place",
    states: [
      { name: "text", content: () => <EditableInput label="Comment" value="Rack 4" onSave={done} /> },
      { name: "JSON", content: () => <EditableInput label="Options" value={{ a: 1 }} onSave={done} /> },
      { name: "empty", content: () => <EditableInput label="Note" value="" onSave={done} /> },
      { name: "disabled", content: () => <EditableInput label="Name" value="web" disabled onSave={done} /> },
      { name: "refused", content: () => <EditableInput label="Rack" value="4" onSave={refuse} /> },
    ],
  },
  {
    name: "Details in a dialog",
    states: [
      {
        name: "a card",
        content: () => <DialogDetail text="4 cores" title="Hardware" items={ITEMS} />,
      },
    ],
  },
  {
    name: "Names on demand",
    states: [
      {
        name: "to ask for",
        content: () => <GrantedAccountShow name="accounts" url="/api/gallery/people/?limit=3" />,
      },
      {
        name: "refused",
        content: () => <GrantedAccountShow name="others" url="/api/gallery/forbidden/" />,
      },
    ],
  },
  {
    name: "Notices and marks",
    states: [
      {
        name: "notice",
        content: () => <Notice title="Nothing here" body="Add the first one." />,
      },
      {
        name: "marks",
        content: () => (
          <>
            <StatusMark good text="Active" /> <StatusMark good={false} text="Inactive" />
          </>
        ),
      },
    ],
  },
];
