// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import {
  cleanUpPage,
  json,
  openPage,
  type SeenRequest,
  servePage,
} from "../../../../testing/page-harness.tsx";
import { PlaybookFiles } from "./playbook-files.tsx";
import { PlaybookSupport } from "./playbook-support.tsx";

// Writing in the real editor is tried in a browser.
vi.mock("../../../../kit/widgets/code-editor.tsx", () => ({
  default: ({
    label,
    value,
    onChange,
    sideTools,
  }: {
    readonly label: string;
    readonly value: string;
    readonly onChange: (text: string) => void;
    readonly sideTools: React.ReactNode;
  }) => (
    <>
      <textarea aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} />
      {sideTools}
    </>
  ),
}));

const FILES = "/api/v1/ops/playbook/p1/file/";

const node = (id: string, pId: string, isParent = false) => ({
  ...{ id, pId, isParent, name: id.split("/").at(-1), title: id, open: isParent, temp: false },
});
const TREE = [
  node("root", "", true),
  node("roles", "root", true),
  node("roles/a.yml", "roles"),
  node("main.yml", "root"),
  node("logo.png", "root"),
];

const serve = (save: () => Response = () => json(200, { msg: "ok", version: 8 })) =>
  servePage({}, ({ method, path, query, body }: SeenRequest) => {
    if (path !== FILES) return undefined;
    if (method === "GET" && query.has("key")) {
      const isText = query.get("key") !== "logo.png";
      return json(200, { content: isText ? `# ${query.get("key")}` : "?", is_text: isText, version: 7 });
    }
    if (method === "GET") return json(200, TREE);
    if (method === "POST") return json(200, node((body as { name: string }).name, "roles"));
    return method === "PATCH" ? save() : json(200, { msg: "ok" });
  });

const open = () => openPage(<PlaybookFiles playbook="p1" />, { may: ["ops.change_playbook"] });
const editor = async (name: string) =>
  (await screen.findByLabelText(`Content of ${name}`)) as HTMLTextAreaElement;
const choose = async (name: string) => fireEvent.click(await screen.findByTitle(name));
const write = async (text: string) => fireEvent.change(await editor("main.yml"), { target: { value: text } });

afterEach(cleanUpPage);

test("a file is shown, changed and saved with the version that was opened", async () => {
  const server = serve();
  const told = await open();
  expect((await editor("main.yml")).value).toBe("# main.yml");
  const save = screen.getByRole("button", { name: "Save" }) as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  await write("- hosts: all");
  fireEvent.click(save);
  await waitFor(() => expect(told.toasts).toEqual(["File saved"]));
  const [saved] = server.requests("PATCH", FILES);
  expect(saved?.body).toEqual({ key: "main.yml", content: "- hosts: all", version: 7 });
  expect(save.disabled).toBe(true);
});

test("what somebody else has saved meanwhile is not overwritten, and said", async () => {
  serve(() => json(409, { detail: "changed", code: "object_changed" }));
  await open();
  await write("mine");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/^Someone else changed this file/);
  expect((await editor("main.yml")).value).toBe("mine");
  expect(screen.getByRole("button", { name: "Open again" })).toBeDefined();
});

test("leaving changes is asked about, and files that are no text are not edited", async () => {
  serve();
  const told = await open();
  await write("mine");
  await choose("a.yml");
  expect(told.questions).toEqual(["Discard your changes?"]);
  await told.agree();
  expect((await editor("a.yml")).value).toBe("# roles/a.yml");
  await choose("logo.png");
  await screen.findByText(/is not text/);
});

test("the entry stays; others are created beside what is chosen, and deleted after a question", async () => {
  const server = serve();
  const told = await open();
  await editor("main.yml");
  const isOff = (name: string) => (screen.getByRole("button", { name }) as HTMLButtonElement).disabled;
  expect([isOff("Rename"), isOff("Delete")]).toEqual([true, true]);
  await choose("a.yml");
  await editor("a.yml");
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(told.questions).toEqual([expect.stringContaining("a.yml")]);
  await told.agree();
  expect(server.requests("DELETE", FILES).map(({ query }) => query.get("key"))).toEqual(["roles/a.yml"]);
  await choose("roles");
  fireEvent.click(screen.getByRole("button", { name: "New file" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Name"), { target: { value: "b.yml" } });
  fireEvent.click(dialog.getByRole("button", { name: /confirm/i }));
  await waitFor(() =>
    expect(server.requests("POST", FILES).map(({ body }) => body)).toEqual([
      { key: "roles", name: "b.yml", is_directory: false },
    ]),
  );
});

test("a server without Ansible says so", async () => {
  servePage({}, ({ path }) =>
    path.endsWith("/playbook-support/")
      ? json(200, { is_available: false, version: "", reason: "Ansible is not installed on the server." })
      : undefined,
  );
  await openPage(<PlaybookSupport />);
  await screen.findByText("Ansible is not installed on the server.");
});
