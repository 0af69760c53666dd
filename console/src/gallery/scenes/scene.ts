import type { ComponentType } from "react";

/** A dialog of a scene. */
export type SceneDialog = ComponentType<{ readonly onClose: () => void }>;

/** Something larger than an input, in one of its states. */
export interface SceneState {
  readonly name: string;
  /** Shown instead. */
  readonly content?: ComponentType;
  /** Opens by a button. */
  readonly dialog?: SceneDialog;
}

/** A part of the kit with its states. */
export interface Scene {
  readonly name: string;
  /** Takes the whole width. */
  readonly wide?: boolean;
  readonly states: readonly SceneState[];
}
