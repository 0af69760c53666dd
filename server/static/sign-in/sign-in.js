// Encrypts the passwords of a form with the public key of the cookie `jms_public_key`, so that they do
// not appear in logs of proxies in between. RSA (PKCS#1 v1.5) and AES-128-ECB are written out because browsers
// offer neither, and nothing at all on sites without TLS. Format: docs/contract/conventions.md, "Encrypted inputs".
(() => {
  const form = document.getElementById("sign-in");
  if (!form) return;

  const double = (value) => ((value << 1) ^ (value & 0x80 ? 0x11b : 0)) & 0xff;
  const rotate = (value, bits) => ((value << bits) | (value >> (8 - bits))) & 0xff;

  function buildSubstitution() {
    const box = new Uint8Array(256);
    let p = 1;
    let q = 1;
    do {
      p = (p ^ double(p)) & 0xff;
      q ^= q << 1;
      q ^= q << 2;
      q ^= q << 4;
      q &= 0xff;
      if (q & 0x80) q ^= 0x09;
      box[p] = (q ^ rotate(q, 1) ^ rotate(q, 2) ^ rotate(q, 3) ^ rotate(q, 4) ^ 0x63) & 0xff;
    } while (p !== 1);
    box[0] = 0x63;
    return box;
  }

  function encryptAes(key, data) {
    const box = buildSubstitution();
    const keys = new Uint8Array(176);
    keys.set(key);
    for (let at = 16, constant = 1; at < 176; at += 4) {
      let word = keys.slice(at - 4, at);
      if (at % 16 === 0) {
        word = Uint8Array.of(box[word[1]] ^ constant, box[word[2]], box[word[3]], box[word[0]]);
        constant = double(constant);
      }
      for (let index = 0; index < 4; index++) keys[at + index] = keys[at + index - 16] ^ word[index];
    }
    const output = new Uint8Array(Math.ceil(data.length / 16) * 16);
    output.set(data);
    for (let at = 0; at < output.length; at += 16) {
      let state = output.slice(at, at + 16).map((value, index) => value ^ keys[index]);
      for (let round = 1; round <= 10; round++) {
        state = state.map(
          (_value, index) => box[state[(((index >> 2) + (index & 3)) % 4) * 4 + (index & 3)]],
        );
        if (round < 10) {
          state = state.map((value, index) => {
            const column = index & ~3;
            const all = state[column] ^ state[column + 1] ^ state[column + 2] ^ state[column + 3];
            return value ^ all ^ double(value ^ state[column + ((index + 1) & 3)]);
          });
        }
        state = state.map((value, index) => value ^ keys[round * 16 + index]);
      }
      output.set(state, at);
    }
    return output;
  }

  // One DER element: what it holds, and where the next begins.
  function element(bytes, start) {
    let length = bytes[start + 1];
    let at = start + 2;
    if (length & 0x80) {
      const count = length & 0x7f;
      length = 0;
      for (let index = 0; index < count; index++) length = length * 256 + bytes[at++];
    }
    return { tag: bytes[start], content: bytes.subarray(at, at + length), end: at + length };
  }

  const toBigInt = (bytes) => bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

  function readKey(pem) {
    const encoded = pem.replace(/-----[^-]+-----/g, "").replace(/\s+/g, "");
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    let body = element(bytes, 0).content;
    const first = element(body, 0);
    if (first.tag === 0x30) body = element(element(body, first.end).content, 1).content;
    const modulus = element(body, 0);
    const exponent = element(body, modulus.end);
    const value = Array.from(modulus.content);
    while (value[0] === 0) value.shift();
    return { modulus: toBigInt(value), exponent: toBigInt(Array.from(exponent.content)), size: value.length };
  }

  function encryptRsa({ modulus, exponent, size }, data) {
    const block = new Uint8Array(size);
    block[1] = 2;
    for (let at = 2; at < size - data.length - 1; at++) {
      while (block[at] === 0) crypto.getRandomValues(block.subarray(at, at + 1));
    }
    block.set(data, size - data.length);
    let result = 1n;
    let factor = toBigInt(Array.from(block)) % modulus;
    for (let rest = exponent; rest > 0n; rest >>= 1n) {
      if (rest & 1n) result = (result * factor) % modulus;
      factor = (factor * factor) % modulus;
    }
    const output = new Uint8Array(size);
    for (let at = size - 1; at >= 0; at--, result >>= 8n) output[at] = Number(result & 0xffn);
    return output;
  }

  const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

  function encrypt(value) {
    const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("jms_public_key="));
    if (!cookie || value === "") return value;
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const random = crypto.getRandomValues(new Uint8Array(16));
    const encoder = new TextEncoder();
    const key = encoder.encode(Array.from(random, (byte) => alphabet[byte & 63]).join(""));
    const encoded = decodeURIComponent(cookie.slice("jms_public_key=".length)).replaceAll('"', "");
    const rsa = encryptRsa(readKey(atob(encoded)), key);
    return `${toBase64(rsa)}:${toBase64(encryptAes(key, encoder.encode(value)))}`;
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
