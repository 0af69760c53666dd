import { encryptField } from "./encrypt-field.ts";

// Encrypts the passwords of a form with the public key of the cookie `jms_public_key`, so that they do not appear in
// logs of proxies in between. The build makes `/static/sign-in/sign-in.js` of it.
(() => {
  const form = document.getElementById("sign-in");
  if (!form) return;

  function encrypt(value) {
    const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("jms_public_key="));
    if (!cookie || value === "") return value;
    return encryptField(
      value,
      decodeURIComponent(cookie.slice("jms_public_key=".length)).replaceAll('"', ""),
    );
  }

  const button = form.querySelector('button[type="submit"]');
  const label = button.textContent;
  const passwords = [...form.querySelectorAll('input[type="password"]')].map((field) => ({
    field,
    name: field.name,
  }));

  form.addEventListener("submit", () => {
    button.disabled = true;
    button.textContent = form.dataset.busy;
    for (const { field, name } of passwords) {
      const sent = document.createElement("input");
      sent.type = "hidden";
      sent.name = name;
      sent.className = "sent";
      try {
        sent.value = encrypt(field.value);
      } catch {
        // A key this browser cannot read: the plain value is understood as well.
        continue;
      }
      field.removeAttribute("name");
      form.append(sent);
    }
  });

  // Coming back with the browser's button shows the page as it was left.
  window.addEventListener("pageshow", () => {
    button.disabled = false;
    button.textContent = label;
    for (const { field, name } of passwords) field.name = name;
    for (const sent of form.querySelectorAll("input.sent")) sent.remove();
  });

  // Another puzzle, without losing what was typed.
  const captcha = form.querySelector(".captcha");
  if (captcha) {
    const another = captcha.querySelector("button");
    another.hidden = false;
    another.addEventListener("click", async () => {
      const response = await fetch(captcha.dataset.refresh);
      if (!response.ok) return;
      const { key, image_url: address } = await response.json();
      captcha.querySelector('[name="captcha_0"]').value = key;
      captcha.querySelector("img").src = address;
      const answer = captcha.querySelector('[name="captcha_1"]');
      answer.value = "";
      answer.focus();
    });
  }

  // How strong a new password is: by its length and by how many kinds of characters it has.
  const strength = form.querySelector("#strength");
  const wanted = form.querySelector("#new_password");
  if (strength && wanted) {
    wanted.addEventListener("input", () => {
      const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(wanted.value)).length;
      const { length } = wanted.value;
      const score =
        length === 0 ? 0 : 1 + Number(length >= 8 && kinds >= 2) + Number(length >= 14 && kinds >= 3);
      strength.hidden = score === 0;
      strength.querySelector("meter").value = score;
      const { weak, fair, strong } = strength.dataset;
      strength.querySelector("output").textContent = ["", weak, fair, strong][score];
    });
  }
})();
