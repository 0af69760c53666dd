/** Most elements drawn, deepest nesting: a message is read by a person. */
const MOST_ELEMENTS = 5_000;
const DEEPEST = 32;

/** Takes out the elements of a message that are too many, and leaves of those too deep their text. */
export function limitElements(root: ParentNode): void {
  let left = MOST_ELEMENTS;
  function visit(parent: ParentNode, depth: number): void {
    for (const element of [...parent.children]) {
      left -= 1;
      if (left < 0) element.remove();
      else if (depth >= DEEPEST) element.replaceWith(element.textContent);
      else visit(element, depth + 1);
    }
  }
  visit(root, 0);
}
