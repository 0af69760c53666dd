// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { PEOPLE } from "../../gallery/specimens.ts";
import { prepareGallery, show } from "../../gallery/testing/render.tsx";
import AddressesInput from "../field-kinds/addresses-input.tsx";
import AttributeFilterInput from "../field-kinds/attribute-filter-input.tsx";
import { BooleanInput } from "../field-kinds/boolean-input.tsx";
import { ChoiceInput, ChoicesInput } from "../field-kinds/choice-input.tsx";
import CronInput from "../field-kinds/cron-input.tsx";
import type { FieldInputProps } from "../field-kinds/field-kind.ts";
import { IntegerInput } from "../field-kinds/integer-input.tsx";
import { LabelsInput } from "../field-kinds/labels-input.tsx";
import { ListInput } from "../field-kinds/list-input.tsx";
import { PhoneInput } from "../field-kinds/phone-input.tsx";
import { ProtocolsInput } from "../field-kinds/protocols-input.tsx";
import { RelatedInput, RelatedManyInput } from "../field-kinds/related-input.tsx";
import { SecretInput } from "../field-kinds/secret-input.tsx";
import { StringInput } from "../field-kinds/string-input.tsx";
import TimePeriodsInput from "../field-kinds/time-periods-input.tsx";
import TreeInput from "../field-kinds/tree-input.tsx";
import type { FieldMetadata } from "../metadata/types.ts";
import { DynamicList } from "./dynamic-list.tsx";
import { KeyUpload } from "./key-upload.tsx";
import { PasswordInput } from "./password-input.tsx";
import { SecretUpload } from "./secret-upload.tsx";
import { TransferInput } from "./transfer-input.tsx";

const calls = prepareGallery();
const person = userEvent.setup({ pointerEventsCheck: 0, delay: null });

/** Draws an input that keeps its value. @returns what it has now */
async function input(
  Input: React.ComponentType<FieldInputProps>,
  options: Partial<FieldInputProps> & { readonly field?: FieldMetadata } = {},
) {
  const current: { value: unknown } = { value: options.value };
  function Keeping() {
    const [value, setValue] = useState(options.value);
    const change = (next: unknown) => {
      current.value = next;
      setValue(next);
    };
    return (
      <Input
        name="field"
        label="Field"
        field={{ type: "string" }}
        editing={false}
        {...options}
        value={value}
        onChange={change}
      />
    );
  }
  await show(<Keeping />);
  return current;
}

test("a text is trimmed without losing the blank one is about to type after", async () => {
  const text = await input(StringInput);
  await person.type(screen.getByRole("textbox"), "  web server ");
  expect(text.value).toBe("web server");
  await person.tab();
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("web server");
});

test("a number keeps to its limits", async () => {
  const number = await input(IntegerInput, { field: { type: "integer", min_value: 1, max_value: 100 } });
  await person.type(screen.getByRole("spinbutton"), "250");
  await person.tab();
  expect(number.value).toBe(100);
});

test("a switch switches", async () => {
  const flag = await input(BooleanInput, { value: true });
  await person.click(screen.getByRole("switch"));
  expect(flag.value).toBe(false);
});

describe("choices", () => {
  const choices = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ value: index, label: `Choice ${index}` }));
  test("four are radio buttons, five a select", async () => {
    const choice = await input(ChoiceInput, { choices: choices(4) });
    await person.click(screen.getByRole("radio", { name: "Choice 2" }));
    expect(choice.value).toBe(2);
    await input(ChoiceInput, { choices: choices(5) });
    expect(screen.getByRole("combobox")).toBeTruthy();
  });
  test("several are check boxes", async () => {
    const some = await input(ChoicesInput, { choices: choices(3), value: [0] });
    await person.click(screen.getByRole("checkbox", { name: "Choice 2" }));
    expect(some.value).toEqual([0, 2]);
  });
});

test("a secret of an existing object stays until a new one is asked for", async () => {
  const secret = await input(SecretInput, { editing: true });
  expect(document.querySelector("input")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Update" }));
  await person.type(screen.getByLabelText("Field"), "new");
  expect(secret.value).toBe("new");
  await person.click(screen.getByRole("button", { name: "Keep the current value" }));
  expect(secret.value).toBeUndefined();
});

test("a new password tells its strength and the rules of the installation", async () => {
  await input(PasswordInput);
  const field = document.querySelector("input");
  if (field === null) throw new Error("no input");
  await person.type(field, "harbour");
  expect(screen.getAllByText("not met")).toHaveLength(3);
  await person.type(field, "-Lantern-44");
  expect(screen.queryByText("not met")).toBeNull();
  expect(screen.getByText("Very strong")).toBeTruthy();
});

describe("related objects", () => {
  test("stored ones are named through the selection cache; search asks the server for ten", async () => {
    const id = "00000000-0000-4000-8000-000000000003";
    const one = await input(RelatedInput, { related: PEOPLE, value: { value: id } });
    expect(await screen.findByText("Person 4(person-4)")).toBeTruthy();
    expect(calls.map(({ url }) => url)).toContain("/api/v1/common/resources/cache/");
    await person.type(screen.getByRole("combobox"), "person-77");
    await person.click(await screen.findByTitle("Person 77(person-77)"));
    expect(one.value).toMatchObject({ label: "Person 77(person-77)" });
    const asked = calls.map(({ url }) => url).find((url) => url.includes("search=person-77"));
    expect(asked).toContain("limit=10");
  });
  test("what is typed and entered fast chooses nothing of the search before", async () => {
    const one = await input(RelatedInput, { related: PEOPLE });
    const enter = { key: "Enter", keyCode: 13, which: 13 };
    await person.click(screen.getByRole("combobox"));
    await screen.findByTitle("Person 1(person-1)");
    await person.keyboard("person-77");
    fireEvent.keyDown(screen.getByRole("combobox"), enter);
    expect(one.value).toBeUndefined();
    await waitFor(() => expect(screen.queryByTitle("Person 1(person-1)")).toBeNull());
    await screen.findByTitle("Person 77(person-77)");
    fireEvent.keyDown(screen.getByRole("combobox"), enter);
    expect(one.value).toMatchObject({ label: "Person 77(person-77)" });
  });
  test("whoever may not see the options cannot choose", async () => {
    await input(RelatedManyInput, { related: { url: "/api/gallery/forbidden/" } });
    await person.click(screen.getByRole("combobox"));
    expect(await screen.findByText("You do not have permission to view the options")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("combobox").disabled).toBe(true);
  });
  test("the transfer moves between everything and the chosen", async () => {
    const some = await input((props) => <TransferInput {...props} related={PEOPLE} />, { value: [] });
    await person.click(screen.getByRole("button", { name: /0 selected/ }));
    await person.click(await screen.findByRole("checkbox", { name: "Select Person 2(person-2)" }));
    await person.click(screen.getByRole("checkbox", { name: "Select Person 3(person-3)" }));
    await person.click(screen.getByRole("button", { name: "Remove Person 2(person-2)" }));
    await person.click(screen.getByRole("button", { name: "Confirm" }));
    expect(some.value).toMatchObject([{ label: "Person 3(person-3)" }]);
  });
});

test("a label is an existing one or name:value", async () => {
  const labels = await input(LabelsInput, { value: [] });
  await person.type(screen.getByRole("combobox"), "nonsense,");
  expect((await screen.findByRole("alert")).textContent).toContain("nonsense");
  await person.type(screen.getByRole("combobox"), "team:new,");
  expect(labels.value).toEqual([{ value: "team:new" }]);
});

describe("tags", () => {
  test("Enter and comma add once, a click edits, Backspace takes back", async () => {
    const tags = await input(ListInput, { value: ["root"] });
    const typed = screen.getByRole("combobox");
    await person.type(typed, "admin{Enter}root{Enter}");
    expect(tags.value).toEqual(["root", "admin"]);
    await person.click(screen.getByRole("button", { name: "root" }));
    expect(tags.value).toEqual(["admin"]);
    await person.type(typed, "2{Enter}");
    expect(tags.value).toEqual(["admin", "root2"]);
  });
  test("an entry that is no address is marked and says so", async () => {
    await input(AddressesInput, { value: ["10.0.0.0/8", "nowhere"] });
    expect(screen.getByRole("button", { name: "nowhere" }).title).toBe("Not an address, network or range");
    expect(screen.getByRole("button", { name: "10.0.0.0/8" }).title).toBe("Click to edit");
  });
});

describe("times of the week", () => {
  test("the keyboard moves, toggles and paints", async () => {
    const periods = await input(TimePeriodsInput, { value: [] });
    const nine = screen.getByRole("gridcell", { name: /^Mon 09:00/ });
    nine.focus();
    await person.keyboard(" {Shift>}{ArrowRight}{ArrowRight}{/Shift}");
    expect(periods.value).toEqual([{ id: 1, value: "09:00~10:30" }]);
    await person.click(screen.getByRole("button", { name: "Select all" }));
    expect(periods.value).toHaveLength(7);
    await person.click(screen.getByRole("button", { name: "Clear" }));
    expect(periods.value).toEqual([]);
  });
  test("days and times are entered without painting, up to midnight", async () => {
    const periods = await input(TimePeriodsInput, { value: [] });
    const press = (name: string) => person.click(screen.getByRole("button", { name }));
    await press("Add times");
    expect(periods.value).toEqual([1, 2, 3, 4, 5].map((id) => ({ id, value: "09:00~18:00" })));
    for (const day of ["Tue", "Wed", "Thu", "Fri"]) await press(day);
    await person.selectOptions(screen.getByRole("combobox", { name: "From" }), "23:30");
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "To" }).selectedOptions[0]?.text).toBe(
      "24:00",
    );
    await press("Add times");
    await person.selectOptions(screen.getByRole("combobox", { name: "From" }), "10:00");
    await person.selectOptions(screen.getByRole("combobox", { name: "To" }), "12:00");
    await press("Remove times");
    const monday = { id: 1, value: "09:00~10:00、12:00~18:00、23:30~00:00" };
    expect(periods.value).toEqual([monday, ...[2, 3, 4, 5].map((id) => ({ id, value: "09:00~18:00" }))]);
    await press("Mon");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add times" }).disabled).toBe(true);
  });
  test("a pointer paints a rectangle", async () => {
    const periods = await input(TimePeriodsInput, { value: [] });
    const cell = (name: RegExp) => screen.getByRole("gridcell", { name });
    const at = { current: cell(/^Mon 09:00/) };
    document.elementFromPoint = () => at.current;
    Element.prototype.setPointerCapture = () => {};
    const grid = screen.getByRole("grid");
    fireEvent.pointerDown(grid, { button: 0 });
    at.current = cell(/^Tue 10:00/);
    fireEvent.pointerMove(grid);
    fireEvent.pointerUp(grid);
    expect(periods.value).toEqual([1, 2].map((id) => ({ id, value: "09:00~10:30" })));
  });
});

test("a schedule is made by tabs or typed, with its next runs in the server's zone", async () => {
  const cron = await input(CronInput, { value: "" });
  await person.click(screen.getByRole("button", { name: /Choose a schedule/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("server time zone: UTC+08:00")).toBeTruthy();
  expect(dialog.getAllByRole("listitem")).toHaveLength(5);
  const hour = dialog.getByRole("textbox", { name: "Hour" });
  await person.clear(hour);
  await person.type(hour, "99");
  expect(dialog.getByRole("alert").textContent).toContain("not valid");
  await person.clear(hour);
  await person.type(hour, "4");
  await person.click(dialog.getByRole("radio", { name: "Minute: interval" }));
  await person.click(dialog.getByRole("button", { name: "Confirm" }));
  expect(cron.value).toBe("*/5 4 * * *");
});

test("a telephone number has a country code and only what belongs to a number", async () => {
  const phone = await input(PhoneInput, { value: { code: "+81", phone: "" } });
  await person.type(screen.getByRole("textbox"), "90x12");
  expect(phone.value).toEqual({ code: "+81", phone: "9012" });
});

describe("protocols", () => {
  const available = [
    { name: "ssh", port: 22, primary: true },
    { name: "sftp", port: 22 },
  ];
  test("those of the platform are offered; its primary one stays", async () => {
    const rows = await input(ProtocolsInput, {
      field: { type: "field", default: available },
      value: [{ name: "ssh", port: 22 }],
    });
    await person.click(screen.getByRole("button", { name: "Add" }));
    expect(rows.value).toMatchObject([{ name: "ssh" }, { name: "sftp", port: 22 }]);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Remove row 1" }).disabled).toBe(true);
    await person.click(screen.getByRole("button", { name: "Remove row 2" }));
    expect(rows.value).toHaveLength(1);
  });
  test("a platform configures each; the one made primary comes first and alone", async () => {
    const children = Object.fromEntries(["name", "port", "setting"].map((name) => [name, { type: "field" }]));
    const rows = await input(ProtocolsInput, {
      field: { type: "field", default: available, child: { type: "nested object", children } },
      value: available,
    });
    await person.click(screen.getByRole("button", { name: "Settings of sftp" }));
    const dialog = within(await screen.findByRole("dialog", {}, { timeout: 5000 }));
    await person.click(await dialog.findByRole("switch", { name: "Primary" }));
    expect(dialog.getByLabelText("Username selector")).toBeTruthy();
    await person.click(dialog.getByRole("radio", { name: "No" }));
    expect(dialog.queryByLabelText("Username selector")).toBeNull();
    await person.click(dialog.getByRole("button", { name: "Confirm" }));
    await waitFor(() => expect(rows.value).toMatchObject([{ name: "sftp", primary: true }, { name: "ssh" }]));
    expect((rows.value as { primary?: boolean }[])[1]?.primary).toBeUndefined();
  });
});

test("a selection by attributes counts its matches, and shows them", async () => {
  const filter = await input(AttributeFilterInput, { related: PEOPLE, value: { type: "all" } });
  await person.click(screen.getByRole("radio", { name: "By attribute" }));
  await person.click(screen.getByRole("button", { name: "Add rule" }));
  await person.type(await screen.findByRole("textbox", { name: "Value" }), "ada");
  await person.click(screen.getByRole("button", { name: "Confirm" }));
  expect(filter.value).toEqual({
    type: "attrs",
    attrs: [{ name: "username", match: "exact", value: "ada" }],
  });
  await person.click(await screen.findByRole("button", { name: "137 matches" }));
  expect(await screen.findByText("Person 10(person-10)")).toBeTruthy();
  expect(calls.some(({ url }) => url.includes("attr_rules=") && url.includes("limit=1"))).toBe(true);
});

test("a tree gives its leaves, in its order", async () => {
  const tree = [
    {
      value: "All",
      label: "All",
      children: [
        { value: "connect", label: "Connect (all)" },
        { value: "copy", label: "Copy" },
      ],
    },
  ];
  const leaves = await input(TreeInput, { field: { type: "tree", tree }, value: ["copy"] });
  const [all] = screen.getAllByRole("checkbox");
  if (all === undefined) throw new Error("no tree");
  await person.click(all);
  expect(leaves.value).toEqual(["connect", "copy"]);
});

test("a dynamic list keeps one input and numbers them", async () => {
  const texts = await input(DynamicList, { value: [] });
  await person.type(screen.getByRole("textbox", { name: "Field 1" }), "a");
  await person.click(screen.getByRole("button", { name: "Add" }));
  await person.type(screen.getByRole("textbox", { name: "Field 2" }), "b");
  expect(texts.value).toEqual(["a", "b"]);
  await person.click(screen.getByRole("button", { name: "Remove row 1" }));
  expect(texts.value).toEqual(["b"]);
});

describe("files", () => {
  const file = (content: string, name = "key.pem") => new File([content], name);
  const chooser = () => {
    const found = document.querySelector<HTMLInputElement>("input[type=file]");
    if (found === null) throw new Error("no file input");
    return found;
  };
  test("a key is read from a file and shown by its fingerprint alone", async () => {
    const key = await input(KeyUpload);
    await person.upload(chooser(), file("-----BEGIN KEY-----"));
    await waitFor(() => expect(key.value).toBe("-----BEGIN KEY-----"));
    expect(await screen.findByText(/^[0-9a-f]{2}(:[0-9a-f]{2}){15}$/)).toBeTruthy();
    expect(document.body.innerHTML).not.toContain("BEGIN KEY");
  });
  test("what is no JSON object is refused where one is wanted", async () => {
    const key = await input((props) => <KeyUpload {...props} json />);
    await person.upload(chooser(), file("[1]"));
    expect((await screen.findByRole("alert")).textContent).toBe("The file does not contain a JSON object");
    await person.upload(chooser(), file('{"a":1}'));
    await waitFor(() => expect(key.value).toEqual({ a: 1 }));
  });
  test("of text and file the last wins; taking the file back clears", async () => {
    const secret = await input(SecretUpload);
    await person.type(screen.getByRole("textbox"), "typed");
    await person.upload(chooser(), file("from the file"));
    await waitFor(() => expect(secret.value).toBe("from the file"));
    await person.click(screen.getByRole("button", { name: "Remove key.pem" }));
    expect(secret.value).toBe("");
  });
});
