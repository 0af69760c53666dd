const FOCUSABLE =
  "input:not([type=hidden]):not([disabled]), textarea:not([disabled]), button:not([disabled]), [contenteditable=true], [tabindex='0']";

/** Puts the focus into the first input of a form, but on devices where that opens a keyboard over half of it. */
export function focusFirst(form: ParentNode): void {
  if (window.matchMedia("(pointer: coarse)").matches) return;
  form
    .querySelector<HTMLElement>("[data-field] :is(input, textarea):not([type=hidden]):not([disabled])")
    ?.focus({ preventScroll: true });
}

/**
 * Scrolls to the first of some fields, in the order of the page, and puts the focus into it.
 *
 * @param form element around the fields
 * @param paths `data-field` of the fields
 */
export function revealFirst(form: ParentNode, paths: ReadonlySet<string>): void {
  const fields = [...form.querySelectorAll<HTMLElement>("[data-field]")];
  const first = fields.find((field) => paths.has(field.dataset.field ?? ""));
  if (first === undefined) return;
  first.scrollIntoView({ behavior: "instant", block: "center" });
  const control = first.querySelector(".ant-form-item-control") ?? first;
  control.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true });
}

/**
 * Remembers where in a form the keyboard is.
 *
 * @returns goes to the same place in a form that was drawn in its place
 */
export function rememberFocus(form: HTMLElement | null): (next: HTMLElement) => void {
  const { activeElement: active } = document;
  if (form === null || !(active instanceof HTMLElement) || !form.contains(active)) return () => undefined;
  const name = active.closest<HTMLElement>("[data-field]")?.dataset.field;
  // Those of the same field, or the buttons of the form: other fields may have more or fewer of them by then.
  const controlsIn = (whole: ParentNode) =>
    [...whole.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
      (control) => control.closest<HTMLElement>("[data-field]")?.dataset.field === name,
    );
  const at = controlsIn(form).indexOf(active);
  const selection = selectionOf(active);
  return (next) => {
    const control = controlsIn(next)[at];
    control?.focus({ preventScroll: true });
    if (selection !== undefined && selectionOf(control) !== undefined)
      (control as HTMLInputElement).setSelectionRange(...selection);
  };
}

/** What is selected in a text; undefined where it is none. */
function selectionOf(control: HTMLElement | undefined): [from: number, to: number] | undefined {
  if (!(control instanceof HTMLInputElement) && !(control instanceof HTMLTextAreaElement)) return undefined;
  const { selectionStart: from, selectionEnd: to } = control;
  return from === null || to === null ? undefined : [from, to];
}
