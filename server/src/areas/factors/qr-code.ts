import { encode } from "uqr";
import { type Html, html } from "../../engine/http/index.ts";

/** Free modules around the code, which readers need to find it. */
const quietZone = 4;

/**
 * A QR code as SVG. It carries its colours as attributes, dark on light also where the page is dark: many readers
 * take nothing else.
 *
 * @param data text the code stands for
 * @param label what it is, for those who do not see it
 */
export function qrCode(data: string, label: string): Html {
  const { data: rows, size } = encode(data, { ecc: "M", border: quietZone });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return html`<svg class="qr-code" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#ffffff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000000" d="${path}"/></svg>`;
}
