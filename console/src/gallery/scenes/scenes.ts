import { DETAIL_SCENES } from "./detail-scenes.tsx";
import { DIALOG_SCENES } from "./dialog-scenes.tsx";
import { LIST_SCENES } from "./list-scenes.tsx";
import type { Scene } from "./scene.ts";
import { TRANSFER_SCENES } from "./transfer-scenes.tsx";

/** Everything larger than an input. */
export const SCENES: readonly Scene[] = [
  ...LIST_SCENES,
  ...TRANSFER_SCENES,
  ...DETAIL_SCENES,
  ...DIALOG_SCENES,
];
