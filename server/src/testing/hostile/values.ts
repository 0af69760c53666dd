import fc from "fast-check";

/** An object nested `depth` levels deep. */
export function nestedDeep(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { a: value } : [value];
  return value;
}

/** JSON text whose objects have keys that mean something to JavaScript. */
export const poisonedObjects: readonly string[] = [
  '{"__proto__":{"is_superuser":true,"name":"x"}}',
  '{"constructor":{"prototype":{"is_superuser":true}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  '{"id":{"__proto__":{"id":1}},"pk":null}',
];

const ghost = "ffffffff-ffff-4fff-8fff-ffffffffffff";

/** Values that no field, or hardly any, can take. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  -(2 ** 53),
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\u202e\u0007\u001b[2J",
  "x".repeat(70_000),
  "😀".repeat(3000),
  "'; drop table users; --",
  "%00%ff",
  "../../../../etc/passwd",
  "=cmd|' /C calc'!A0",
  "275760-09-13T00:00:00Z",
  "0000/00/00 99:99:99 +9999",
  "all",
  "@ALL",
  ghost,
  "00000000000000000000000000000000",
  [],
  [null],
  [[]],
  [{}],
  ["\0"],
  ["\ud800"],
  [ghost, ghost],
  [2 ** 31],
  ["x".repeat(70_000)],
  Array.from({ length: 300 }, (_, index) => index),
  {},
  { id: null },
  { pk: "x" },
  { id: 2 ** 40 },
  { id: ghost },
  { value: {} },
  { value: "\0" },
  { name: "\0", "\0": 1 },
  { type: "attrs", attrs: [{ name: "name", match: "regex", value: "(((((" }] },
  { type: "attrs", attrs: [{ name: "__proto__", match: "in", value: [null] }] },
  { type: "ids", ids: ["\0", {}, null] },
  [{ id: ghost, name: "\0", port: 1e9, secret: { a: 1 } }],
  // Objects that cannot be made into text.
  { toString: 1, valueOf: 1 },
  [{ toString: 1, valueOf: 1 }],
  { id: { toString: 1, valueOf: 1 }, value: { toString: 1, valueOf: 1 } },
  { type: "attrs", attrs: [{ name: { toString: 1, valueOf: 1 }, match: [], value: {} }] },
  [
    { name: "ssh", port: "22; rm -rf /" },
    { name: "ssh", port: -1, setting: [] },
  ],
  nestedDeep(40),
];

/** Anything at all. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
);

/** Whole bodies that are no object of fields. */
export const hostileBodies: readonly string[] = [
  "null",
  "[]",
  "[null]",
  "[[]]",
  "[{}]",
  "[1,2,3]",
  '["x"]',
  '"x"',
  "1",
  "true",
  "{",
  "",
  "[".repeat(5000),
  '{"a":'.repeat(5000),
  "\ufeff{}",
  '{"id":"\\ud800"}',
  '[{"id":{"toString":1,"valueOf":1}}]',
  '{"id":{"toString":1,"valueOf":1},"users":[{"toString":1,"valueOf":1}]}',
  `{"${"k".repeat(60_000)}":1}`,
  `[${Array.from({ length: 60 }, () => "{}").join(",")}]`,
  ...poisonedObjects,
  ...poisonedObjects.map((body) => `[${body}]`),
];

const rules = (attributes: unknown): string =>
  `attr_rules=${encodeURIComponent(Buffer.from(JSON.stringify(attributes)).toString("base64"))}`;

const ruleOf = (rule: unknown): string => rules({ type: "attrs", attrs: [rule] });

/** Query strings. */
export const hostileQueries: readonly string[] = [
  "limit=-1&offset=-1",
  "limit=99999999999999999999&offset=99999999999999999999",
  "limit=1&offset=2147483648",
  "limit=NaN&offset=1e309",
  "limit=1&offset=%00",
  "order=-,--,%00,__proto__,constructor,-toString,name%3Bdrop%20table%20users",
  `order=${"name,".repeat(3000)}`,
  "search=%00",
  `search=${"a,".repeat(2000)}`,
  `search=${"%25".repeat(2000)}`,
  "search=%5C&search=_",
  "search=%ED%A0%80%ff",
  "ids=%00,,,1,x&id=%00",
  "ids=99999999999,1e9",
  "spm=%00",
  "spm=ffffffff-ffff-4fff-8fff-ffffffffffff",
  "fields=__proto__,constructor,%00&fields!=id",
  "fields_size=__proto__",
  "action=constructor&format=exe",
  "oid=%00",
  "oid=ffffffff-ffff-4fff-8fff-ffffffffffff",
  "oid=%F0%9F%98%80",
  "label=%00:x&label=:::&labels=%00",
  "attr_rules=%00",
  "attr_rules=W251bGxd",
  "attr_rules=eyJhIjoxfQ==",
  rules({ type: "ids", ids: ["\0", {}, null, { toString: 1 }] }),
  rules({ type: "attrs", attrs: "x" }),
  rules([null]),
  rules(nestedDeep(60)),
  ruleOf(null),
  ruleOf({ name: "__proto__", value: "x" }),
  ruleOf({ name: "constructor", match: "toString", value: "x" }),
  ruleOf({ name: { toString: 1, valueOf: 1 }, value: "x" }),
  ruleOf({ name: "name", match: { toString: 1, valueOf: 1 }, value: "x" }),
  ruleOf({ name: "name", match: "in", value: [{ toString: 1, valueOf: 1 }, null, "\0"] }),
  ruleOf({ name: "name", match: "regex", value: "(((((" }),
  ruleOf({ name: "name", match: "regex", value: "\0" }),
  ruleOf({ name: "name", match: "regex", value: "(a{0,250}){0,250}b" }),
  ruleOf({ name: "name", match: "regex", value: `${"(".repeat(80)}x*${")*".repeat(80)}` }),
  ruleOf({ name: "name", match: "contains", value: "\0\ud800" }),
  ruleOf({ name: "address", match: "ip_in", value: ["10.0.0.0/99", "1-", "::/200", "\0"] }),
  ruleOf({ name: "platform", match: "m2m", value: [99_999_999_999, "x"] }),
  ruleOf({ name: "nodes", match: "m2m", value: { toString: 1, valueOf: 1 } }),
  "node=%00&node_id=x&all=%00&asset=%00",
  "date_from=-271821-04-20&date_to=275760-09-13",
  "date_from=x&date_to=%00",
  "days=1e308&days=-1",
  "key=%00&key=9999999999:9999999999999",
  "platform=99999999999&category=%00&type[]=x",
  "%00=%00&__proto__=1&constructor[prototype]=2",
  "token=%00",
  "=&&&==&%",
  Array.from({ length: 4000 }, (_, index) => `p${index}=x`).join("&"),
];

/** What an address can have in place of a key. */
export const hostileKeys: readonly string[] = [
  ghost,
  ghost.toUpperCase(),
  ghost.replaceAll("-", ""),
  "0",
  "-1",
  "2147483648",
  "99999999999999999999",
  "1e3",
  "%00",
  "%ff%fe",
  "%ED%A0%80",
  "%",
  "%2e%2e%2f%2e%2e",
  "..%5c..",
  "__proto__",
  "constructor",
  "'",
  "x".repeat(199),
  "x".repeat(5000),
  "%F0%9F%98%80",
  "en%0d%0aset-cookie:a=b",
];

/** Header sets. A value stands for itself; the test adds a credential where it is to get past the sign-in. */
export const hostileHeaders: readonly Readonly<Record<string, string>>[] = [
  { "x-tz": "../../etc/localtime" },
  { "x-tz": "x".repeat(12_000) },
  { "x-tz": "__proto__" },
  { "x-tz": "Etc/GMT+99" },
  { "x-jms-org": "x".repeat(12_000) },
  { "x-jms-org": "constructor" },
  { "x-jms-org": ghost },
  { "x-jms-org": "\u00ff\u00fe" },
  { "accept-language": "x;q=nan,,,;q=9".repeat(400) },
  { "accept-language": "__proto__" },
  { accept: "*/*;q=x".repeat(500) },
  { "x-forwarded-for": "1.2.3.4, ::::, %00" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "javascript" },
  { host: "evil.example:99999" },
  { origin: "null" },
  { range: "bytes=9-1,-,999999999999999999-" },
  { "accept-encoding": "gzip;q=x, __proto__" },
  { "if-none-match": "\u00ff", "if-modified-since": "never" },
  { "x-http-method-override": "DELETE" },
];

/** Credentials that prove nobody. */
export const hostileCredentials: readonly Readonly<Record<string, string>>[] = [
  { authorization: "Bearer" },
  { authorization: "Bearer " },
  { authorization: `Bearer ${"x".repeat(10_000)}` },
  { authorization: "Bearer \u00ff\u00fe" },
  { authorization: "Basic YTpi" },
  { authorization: "Token __proto__" },
  { authorization: `Sign ${"a".repeat(300)}` },
  { authorization: 'Signature keyId="x",algorithm="hmac-sha256",headers="(request-target)",signature="!"' },
  { cookie: "jms_sessionid=" },
  { cookie: `jms_sessionid=${"x".repeat(10_000)}` },
  { cookie: "jms_sessionid=%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00" },
  { cookie: "jms_sessionid=%E0%A4%A; jms_csrftoken=%" },
  { cookie: "=;;;=x; __proto__=1; constructor=2; X-JMS-ORG=%00" },
  { cookie: "django_language=__proto__; X-JMS-ORG=constructor" },
];
