/** Fills the screen with an element, or takes the page back to its window. */
export function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement === null) void element?.requestFullscreen().catch(() => {});
  else void document.exitFullscreen();
}
