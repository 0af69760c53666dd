import type { Page } from "playwright-core";

/** Roles of what can be operated; each has to have a name. */
const OPERATED = new Set([
  "button",
  "checkbox",
  "combobox",
  "grid",
  "gridcell",
  "link",
  "radio",
  "searchbox",
  "spinbutton",
  "switch",
  "tab",
  "textbox",
]);

/**
 * What assistive technology finds operable and nameless.
 *
 * @param within selector of the part that is looked at
 */
export async function nameless(page: Page, within: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { root } = await devtools.send("DOM.getDocument", { depth: 0 });
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: within });
  const { nodes } = await devtools.send("Accessibility.queryAXTree", { nodeId });
  await devtools.detach();
  return nodes
    .filter((node) => !node.ignored && OPERATED.has(String(node.role?.value)) && !node.name?.value)
    .map((node) => `${String(node.role?.value)} ${node.nodeId}`);
}

/**
 * What is wrong with how things are connected: inputs that only a placeholder names, references to elements that are
 * not there, ids that stand twice, pictures without a text.
 *
 * @param within selector of the part that is looked at
 */
export function misconnected(page: Page, within: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const root = document.querySelector(selector);
    if (root === null) return [`no ${selector}`];
    const problems: string[] = [];
    const seen = (element: Element) => element.closest("[hidden], [aria-hidden=true]") === null;
    for (const input of root.querySelectorAll<HTMLInputElement>("input, textarea, select")) {
      if (!seen(input) || input.type === "hidden" || input.type === "file") continue;
      const named =
        (input.labels?.length ?? 0) > 0 || input.ariaLabel || input.getAttribute("aria-labelledby");
      if (!named) problems.push(`unlabelled ${input.outerHTML.slice(0, 120)}`);
    }
    for (const name of ["aria-labelledby", "for"]) {
      for (const element of root.querySelectorAll(`[${name}]`)) {
        for (const id of (element.getAttribute(name) ?? "").split(/\s+/)) {
          if (document.getElementById(id) === null) problems.push(`${name} leads nowhere: ${id}`);
        }
      }
    }
    const ids = [...root.querySelectorAll("[id]")].map(({ id }) => id);
    for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index))) {
      problems.push(`twice: ${id}`);
    }
    for (const picture of root.querySelectorAll("img:not([alt])"))
      problems.push(picture.outerHTML.slice(0, 120));
    return problems;
  }, within);
}

/** Text that is harder to read than 4.5 to 1, with its colours; what is disabled does not count. */
export function faint(page: Page, within: string): Promise<string[]> {
  return page.evaluate((selector) => {
    type Color = readonly [number, number, number, number];
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const known = new Map<string, Color>();
    const read = (text: string): Color => {
      const color = known.get(text) ?? draw(text);
      known.set(text, color);
      return color;
    };
    const draw = (text: string): Color => {
      if (canvas === null) return [0, 0, 0, 1];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = (top: Color, below: Color): Color => {
      const mix = (index: 0 | 1 | 2) => top[index] * top[3] + below[index] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const light = (color: Color) => {
      const part = (value: number) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      };
      return 0.2126 * part(color[0]) + 0.7152 * part(color[1]) + 0.0722 * part(color[2]);
    };
    const grounds = new Map<Element, Color>();
    const ground = (element: Element | null): Color => {
      if (element === null) return [255, 255, 255, 1];
      const found = grounds.get(element);
      if (found !== undefined) return found;
      const color = read(getComputedStyle(element).backgroundColor);
      const behind = color[3] === 1 ? color : ground(element.parentElement);
      const seen = color[3] === 0 || color[3] === 1 ? behind : over(color, behind);
      grounds.set(element, seen);
      return seen;
    };
    const found = new Set<string>();
    const walker = document.createTreeWalker(
      document.querySelector(selector) ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (element === null || text === "" || element.checkVisibility({ opacityProperty: true }) === false)
        continue;
      if (element.closest(":disabled, [aria-disabled=true], [class*=disabled], [aria-hidden=true]") !== null)
        continue;
      const style = getComputedStyle(element);
      const back = ground(element);
      const front = over(read(style.color), back);
      const [one, other] = [light(front), light(back)];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      const size = Number.parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio >= (large ? 3 : 4.5) - 0.05) continue;
      found.add(
        `${ratio.toFixed(2)} ${style.color} on ${back.slice(0, 3).join()} "${text.slice(0, 30)}" ${element.className}`,
      );
    }
    return [...found];
  }, within);
}

/** Elements that may show the focus: what has it, and some around it. */
const LOOKED_AT = 6;

/**
 * Goes through everything the Tab key reaches, and names what looks the same with and without the focus.
 *
 * @param most steps at the most
 */
export async function unseenFocus(page: Page, most: number): Promise<string[]> {
  const unseen: string[] = [];
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo(0, 0);
  });
  for (let step = 0; step < most; step += 1) {
    // In an editor of code Tab indents, unless Escape goes before.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    const told = await page.evaluate(async (most) => {
      const element = document.activeElement as HTMLElement | null;
      if (element === null || element === document.body) return "end";
      const around = [element];
      for (let at = element.parentElement; at !== null && around.length < most; at = at.parentElement) {
        around.push(at);
      }
      const next = element.nextElementSibling;
      if (next instanceof HTMLElement) around.push(next);
      const look = () =>
        around
          .map((item) => {
            const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } =
              getComputedStyle(item);
            const outline = outlineStyle === "none" ? "" : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
            return [outline, boxShadow, borderColor, backgroundColor].join("|");
          })
          .join("\n");
      for (const item of around) item.style.transition = "none";
      const focused = look();
      element.blur();
      // The components hear of it in a task of their own.
      await new Promise((resolve) => setTimeout(resolve));
      const plain = look();
      element.focus();
      for (const item of around) item.style.transition = "";
      return focused === plain ? element.outerHTML.slice(0, 160) : "";
    }, LOOKED_AT);
    if (told === "end") return unseen;
    if (told !== "") unseen.push(told);
  }
  return unseen;
}
