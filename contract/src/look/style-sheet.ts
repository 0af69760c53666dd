import { type ChosenColors, type Colors, colorsOf } from "./colors.ts";
import { FONTS, LINE, LOG, MOTION, RADIUS, TYPE } from "./tokens.ts";

/** Name of the variable that holds a colour: `textMuted` is `--text-muted`. */
export function variableOf(color: keyof Colors): string {
  return `--${color.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The variables of a page's colours, with their values. */
export function colorVariables(colors: Colors): [variable: string, value: string][] {
  return Object.entries(colors).map(([name, value]) => [variableOf(name as keyof Colors), value]);
}

function sized(prefix: string, sizes: Readonly<Record<string, number>>, unit: string): [string, string][] {
  return Object.entries(sizes).map(([name, size]) => [`--${prefix}-${name}`, `${size}${unit}`]);
}

function rule(selector: string, variables: readonly (readonly [string, string])[]): string {
  return `${selector} {\n${variables.map(([name, value]) => `  ${name}: ${value};\n`).join("")}}\n`;
}

/**
 * The design tokens as a style sheet of variables.
 *
 * @param darkRule wraps the variables of the dark look in the rule under which it is shown
 * @param chosen colours of the installation
 */
export function tokenSheet(
  darkRule: (variables: readonly [string, string][]) => string = darkByChoice,
  chosen: ChosenColors = {},
): string {
  const sizes: [string, string][] = [
    ["--font-text", FONTS.text.join(", ")],
    ["--font-mono", FONTS.mono.join(", ")],
    ...sized("type", TYPE, "px"),
    ...sized("line", LINE, "px"),
    ...sized("radius", RADIUS, "px"),
    ...sized("motion", MOTION, "ms"),
    ...Object.entries(LOG).map(([name, color]): [string, string] => [`--log-${name}`, color]),
  ];
  return [
    rule(":root", [...sizes, ...colorVariables(colorsOf(false, chosen))]),
    rule(":root:lang(ja)", [["--font-text", FONTS.japanese.join(", ")]]),
    darkRule(colorVariables(colorsOf(true, chosen))),
  ].join("\n");
}

/** The dark look where the page says so: the person can choose one. */
export function darkByChoice(variables: readonly [string, string][]): string {
  return rule(':root[data-theme="dark"]', variables);
}

/** The dark look where the system has it: pages of the server know no other choice. */
export function darkBySystem(variables: readonly [string, string][]): string {
  return `@media (prefers-color-scheme: dark) {\n${rule(":root", variables).replace(/^(?=.)/gm, "  ")}}\n`;
}
