// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";
import { limitElements } from "./limit-elements.ts";
import { SafeHtml, safeAddress } from "./safe-html.tsx";

afterEach(cleanup);
const drawn = (html: string) => render(<SafeHtml className="text" html={html} />).container;

test("draws what a message is made of", () => {
  const { innerHTML } = drawn('<h2>Hello</h2><p>See <a href="/ui/console/users">users</a><br>&amp; more</p>');
  expect(innerHTML).toBe(
    '<div class="text"><h2>Hello</h2><p>See <a href="/ui/console/users" target="_blank" rel="noopener noreferrer nofollow">users</a><br>&amp; more</p></div>',
  );
});

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)><a href=/x>s</a></svg>",
  "<iframe srcdoc='<script>1</script>'></iframe>",
  "<p onclick=alert(1) style='position:fixed' class=header id=root>x</p>",
  "<a href='javascript:alert(1)'>x</a>",
  "<a href='JaVaScRiPt:alert(1)'>x</a>",
  "<a href='java\tscript:alert(1)'>x</a>",
  "<a href='data:text/html,x'>x</a>",
  "<a href='//evil.example'>x</a>",
  "<form action=https://evil.example><input name=password><button>Sign in</button></form>",
  "<style>*{display:none}</style><base href=https://evil.example>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
  "<object data=/x></object><embed src=/x><video src=/x></video><meta http-equiv=refresh content=0>",
])("%s leaves nothing that acts", (html) => {
  const container = drawn(`${html}<p>kept</p>`);
  expect(container.textContent).not.toContain("alert(1)");
  for (const element of container.querySelectorAll(".text *")) {
    expect(["P", "A", "DIV", "SPAN", "TABLE"]).toContain(element.tagName);
    expect(element.getAttributeNames()).toEqual([]);
  }
});

test("whatever comes, only listed elements and attributes are drawn", () => {
  const piece = fc.constantFrom(
    ..."< > / \" ' = a p table td svg script style img src onerror href javascript: x <p> </p> <a <!-- --> &lt; <td><tr>".split(
      " ",
    ),
  );
  const allowed = new Set(["href", "target", "rel", "colspan", "rowspan"]);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const container = drawn(pieces.join(""));
      for (const element of container.querySelectorAll(".text *")) {
        expect(/^(script|style|img|svg|iframe)$/i.test(element.tagName)).toBe(false);
        for (const name of element.getAttributeNames()) expect(allowed.has(name)).toBe(true);
      }
      cleanup();
    }),
    { numRuns: 60 },
  );
});

test("nesting and number of elements are bounded, the text stays", () => {
  const deep = drawn(`${"<div>".repeat(300)}core${"</div>".repeat(300)}`);
  expect(deep.textContent).toBe("core");
  expect(deep.querySelectorAll(".text div").length).toBeLessThan(40);
  // Without cleaning, which takes jsdom ten seconds for as many elements.
  const { body } = new DOMParser().parseFromString("<b>x</b>".repeat(6_000), "text/html");
  limitElements(body);
  expect(body.querySelectorAll("b").length).toBe(5_000);
});

test("only web, mail and own addresses are links", () => {
  expect(safeAddress(" https://example.com/a ")).toBe("https://example.com/a");
  expect(safeAddress("mailto:ada@example.com")).toBe("mailto:ada@example.com");
  expect(safeAddress("/ui/")).toBe("/ui/");
  for (const bad of [null, "", "ui/", "//x", "/\\x", "vbscript:x", "file:///x"])
    expect(safeAddress(bad)).toBeUndefined();
});

test("an excerpt is plain text of the beginning", () => {
  expect(excerpt("<p>One</p><p>t<b>w</b>o</p><style>x</style><script>y</script>")).toBe("One two");
  expect(excerpt("x".repeat(20), 5)).toBe("xxxxx…");
  expect(excerpt("😀😀😀", 2)).toBe("😀😀…");
});
