/** Whether a valid license opens the licensed types; asked on every use, so that it may change while running. */
export type Licensed = () => boolean;
