import type { Locator, Page } from "playwright-core";

/** The states rows are counted by. */
export type RowState = "Total" | "Imported" | "Failed" | "Waiting";

/** The import dialog of a list, as somebody sees it in English. */
export class ImportDialog {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog").last();
  }

  button(name: string): Locator {
    return this.dialog.getByRole("button", { name, exact: true });
  }

  /** Opens it over the list that is shown, with a file. */
  async open(file: string): Promise<void> {
    await this.page.getByRole("button", { name: "Import", exact: true }).click();
    await this.dialog.locator("input[type=file]").setInputFiles(file);
    await this.button("Import").waitFor();
  }

  /** How many rows are in a state. */
  async counted(state: RowState): Promise<number> {
    return Number(/\d+/.exec((await this.#choice(state).textContent()) ?? "")?.[0]);
  }

  /** Shows the rows of a state alone. */
  show(state: RowState): Promise<void> {
    return this.#choice(state).click();
  }

  #choice(state: RowState): Locator {
    return this.dialog.locator("label", { hasText: new RegExp(`^${state} \\d`) });
  }
}
