import { toastFailure } from "../../kit/feedback.ts";
import type { PaletteActs } from "../../shell/palette/palette-kinds.ts";
import { mayStart, startTask, supportsTask } from "./asset-tasks.ts";
import { ASSETS } from "./resources.ts";

/** What the palette offers on assets that the viewer administers. */
const acts: PaletteActs = {
  assets: ({ id, facts, lists }, viewer) => {
    if (!lists.includes("assets/assets")) return [];
    const test = () => void startTask({ id }, "test").catch(toastFailure);
    return [
      { name: "open", to: ASSETS.routes.detail?.(id) ?? "" },
      ...(mayStart("test", viewer) && supportsTask(facts, "test")
        ? [{ name: "test" as const, run: test }]
        : []),
    ];
  },
};

export default acts;
