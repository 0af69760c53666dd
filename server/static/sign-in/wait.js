// The page of a sign-in that waits for somebody's consent: asks how it stands, shows how long it has waited, copies the
// link for whoever decides. Contract: docs/contract/identity.md, "Consent to a sign-in".
(() => {
  const box = document.getElementById("wait");
  if (!box) return;
  const { status, guard } = box.dataset;
  const limit = Number(box.dataset.limit);
  const begun = Date.now() - Number(box.dataset.waited) * 1000;
  const bar = document.getElementById("waited");
  const shown = document.getElementById("waited-text");
  const problem = document.getElementById("wait-error");

  const tick = () => {
    const seconds = Math.min(limit, Math.floor((Date.now() - begun) / 1000));
    bar.value = seconds;
    shown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const clock = setInterval(tick, 1000);
  tick();

  function stop(message) {
    clearInterval(clock);
    problem.textContent = message;
    problem.hidden = false;
    box.hidden = true;
    for (const id of ["wait-title", "leave"]) {
      const element = document.getElementById(id);
      element.textContent = element.dataset.ended;
    }
  }

  async function ask() {
    try {
      const response = await fetch(status, { headers: { "x-jms-login-type": "W" } });
      const answer = await response.json();
      if (answer.msg === "ok") {
        location.assign(guard);
        return;
      }
      if (answer.error !== "login_confirm_wait") {
        stop(answer.msg ?? answer.detail ?? response.statusText);
        return;
      }
    } catch {
      // Not reachable just now: the next try tells.
    }
    setTimeout(ask, 5000);
  }
  setTimeout(ask, 5000);

  const copy = document.getElementById("copy-link");
  if (navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(new URL(copy.dataset.link, location.href).href);
      copy.textContent = copy.dataset.done;
    });
  }
})();
