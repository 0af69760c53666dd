import { literal } from "../../../engine/i18n/index.ts";

/** Kinds of components, in the contract's order. The names are those of programs. */
export const componentTypes = [
  { value: "koko", label: literal("KoKo") },
  { value: "guacamole", label: literal("Guacamole") },
  { value: "omnidb", label: literal("OmniDB") },
  { value: "xrdp", label: literal("Xrdp") },
  { value: "lion", label: literal("Lion") },
  { value: "core", label: literal("Core") },
  { value: "celery", label: literal("Celery") },
  { value: "magnus", label: literal("Magnus") },
  { value: "razor", label: literal("Razor") },
  { value: "tinker", label: literal("Tinker") },
  { value: "video_worker", label: literal("Video Worker") },
  { value: "chen", label: literal("Chen") },
  { value: "kael", label: literal("Kael") },
];

/** Whether there is such a kind of component. */
export const isComponentType = (value: unknown): value is string =>
  componentTypes.some((type) => type.value === value);
