// The pages of second factors: passkeys, codes that are sent, the remembered choice, recovery codes to keep. Without
// it typed codes work all the same. Contract: docs/contract/identity.md, "Second factors".
(() => {
  const toBytes = (text) => {
    const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  };
  const toText = (buffer) =>
    btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");

  const cookie = (name) =>
    document.cookie
      .split("; ")
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? "";
  const csrfToken = () => cookie(`${cookie("SESSION_COOKIE_NAME_PREFIX")}csrftoken`);

  // @returns the answer, or throws an Error with the server's words
  async function post(path, body = {}) {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrftoken": csrfToken() },
      body: JSON.stringify(body),
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer;
    throw new Error(answer.error ?? answer.msg ?? answer.detail ?? response.statusText);
  }

  // Has the browser ask for a passkey, and answers what the authenticator signed, as JSON.
  async function askForPasskey(path) {
    const { hints, ...options } = await post(path);
    const credential = await navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        allowCredentials: (options.allowCredentials ?? []).map((one) => ({ ...one, id: toBytes(one.id) })),
      },
    });
    const { response } = credential;
    return JSON.stringify({
      id: credential.id,
      rawId: toText(credential.rawId),
      type: credential.type,
      clientExtensionResults: credential.getClientExtensionResults(),
      response: {
        clientDataJSON: toText(response.clientDataJSON),
        authenticatorData: toText(response.authenticatorData),
        signature: toText(response.signature),
        ...(response.userHandle === null ? {} : { userHandle: toText(response.userHandle) }),
      },
    });
  }

  function submit(fields, action) {
    const form = document.createElement("form");
    form.method = "post";
    form.hidden = true;
    if (action !== undefined) form.action = action;
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  const ways = {
    // The second step of a sign-in.
    prove: async () => {
      const code = await askForPasskey("/api/v1/sallyport/passkeys/challenge/");
      submit({ csrfmiddlewaretoken: csrfToken(), mfa_type: "passkey", code });
    },
    // The whole of it.
    "sign-in": async ({ action, next }) => {
      const answer = await askForPasskey("/api/v1/sallyport/passkeys/sign-in/");
      const isKept = document.querySelector('input[name="auto_login"]')?.checked === true;
      submit(
        {
          csrfmiddlewaretoken: csrfToken(),
          answer,
          next: next ?? "",
          ...(isKept ? { auto_login: "on" } : {}),
        },
        action,
      );
    },
  };

  function offerPasskeys(button) {
    const { passkey, origin, cancelled } = button.dataset;
    // Browsers offer passkeys on secure pages, and only those made for the very site.
    if (!window.PublicKeyCredential || (origin && origin !== location.origin)) return;
    button.hidden = false;
    const problem = document.getElementById("passkey-problem");
    button.addEventListener("click", async () => {
      button.disabled = true;
      problem.hidden = true;
      try {
        await ways[passkey](button.dataset);
      } catch (error) {
        // Whoever closes the browser's dialog is told so in words of ours.
        problem.textContent = error instanceof DOMException ? cancelled : error.message;
        problem.hidden = false;
        button.disabled = false;
      }
    });
  }

  function followFactor(select) {
    const { form } = select;
    const code = form.querySelector("#code");
    const send = form.querySelector("#send-code");
    const state = form.querySelector("#send-state");
    const label = send.textContent;
    const codeLabel = form.querySelector('label[for="code"]');
    const isRequired = code.required;
    const passkey = select.querySelector("option[data-challenge]");
    // A form that a passkey can be chosen in goes out with what the authenticator signed.
    if (passkey && window.PublicKeyCredential && passkey.dataset.origin === location.origin) {
      passkey.disabled = false;
      select.value = passkey.value;
    }
    const isPasskey = () => passkey !== null && select.value === passkey.value && !passkey.disabled;
    const show = () => {
      const chosen = select.selectedOptions[0];
      code.hidden = codeLabel.hidden = isPasskey();
      code.required = isRequired && !isPasskey();
      code.placeholder = chosen?.dataset.hint ?? "";
      code.inputMode = chosen?.value === "recovery_code" ? "text" : "numeric";
      send.hidden = chosen?.dataset.sends === undefined;
      state.hidden = true;
    };
    const tell = (words) => {
      state.textContent = words;
      state.hidden = false;
    };
    const preferred = localStorage.getItem("mfaPrefer");
    const isOffered = [...select.options].some((option) => option.value === preferred && !option.disabled);
    if (isOffered && !document.getElementById("error")) select.value = preferred;
    show();
    select.addEventListener("change", () => {
      code.value = "";
      show();
      if (!isPasskey()) code.focus();
    });
    form.addEventListener("submit", async (event) => {
      const { submitter } = event;
      if (submitter?.formNoValidate) return;
      localStorage.setItem("mfaPrefer", select.value);
      if (!isPasskey() || code.value !== "") return;
      event.preventDefault();
      const problem = document.getElementById("passkey-problem");
      problem.hidden = true;
      try {
        code.value = await askForPasskey(passkey.dataset.challenge);
        form.requestSubmit(submitter);
      } catch (error) {
        problem.textContent = error instanceof DOMException ? passkey.dataset.cancelled : error.message;
        problem.hidden = false;
      }
    });
    send.addEventListener("click", async () => {
      send.disabled = true;
      try {
        await post("/api/v1/authentication/mfa/select/", {
          type: select.value,
          // The sign-in page does not know yet who it is.
          ...(form.elements.username ? { username: form.elements.username.value } : {}),
        });
        tell(send.dataset.sent);
        coolDown(Number(send.dataset.seconds));
        code.focus();
      } catch (error) {
        tell(error.message);
        send.disabled = false;
      }
    });
    function coolDown(seconds) {
      send.textContent = send.dataset.again.replace("{seconds}", seconds);
      if (seconds > 0) return setTimeout(() => coolDown(seconds - 1), 1000);
      send.textContent = label;
      send.disabled = false;
    }
  }

  function keepCodes(list) {
    const text = () => `${[...list.querySelectorAll("code")].map((code) => code.textContent).join("\n")}\n`;
    const actions = document.getElementById("recovery-actions");
    const copy = actions.querySelector("[data-copy]");
    const download = actions.querySelector("[data-download]");
    actions.hidden = false;
    copy.hidden = !navigator.clipboard;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text());
      copy.textContent = copy.dataset.done;
    });
    download.addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text()], { type: "text/plain" }));
      link.download = download.dataset.download;
      link.click();
    });
  }

  for (const button of document.querySelectorAll("[data-passkey]")) offerPasskeys(button);
  const select = document.getElementById("mfa_type");
  if (select) followFactor(select);
  const list = document.getElementById("recovery-codes");
  if (list) keepCodes(list);

  // A form is sent once; coming back with the browser's button makes it ready again.
  for (const sent of document.querySelectorAll("form[data-busy]:not(#sign-in)")) {
    const button = sent.querySelector('button[type="submit"]');
    const label = button.textContent;
    sent.addEventListener("submit", () => {
      button.disabled = true;
      button.textContent = sent.dataset.busy;
    });
    window.addEventListener("pageshow", () => {
      button.disabled = false;
      button.textContent = label;
    });
  }
})();
