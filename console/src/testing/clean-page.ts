import { afterAll, vi } from "vitest";

// The files of a worker share their globals, and those with a page share that: each leaves it empty.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  if (typeof document === "undefined") return;
  for (const cookie of document.cookie.split("; ")) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there outside a browser
    document.cookie = `${cookie.split("=")[0]}=; path=/; max-age=0`;
  }
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
