/**
 * Runs in each page before its own code: frames and answers come a tenth to four tenths of a second late, as where
 * cores and memory are shared with busy neighbours. A test that looks before a page is drawn then fails every time.
 */
export function slowDown(): void {
  const late = (then: () => void) => setTimeout(then, 100 + Math.random() * 300);
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => frame(() => late(() => callback(performance.now())));
  const ask = window.fetch.bind(window);
  window.fetch = async (...given) => {
    const answer = await ask(...given);
    await new Promise<void>((resolve) => late(resolve));
    return answer;
  };
}
