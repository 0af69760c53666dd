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
