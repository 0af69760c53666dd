/**
 * Imports point one way: contract <- engine <- transport <- areas <- composition root, and contract <- kit <- areas <- app.
 * See docs/architecture.md, "Directions".
 */

/** The server's areas, lowest first: an area imports only from those before it. */
const areas = [
  "settings",
  "organizations",
  "users",
  "roles",
  "notifications",
  "sms",
  "license",
  "assets",
  "ssh-authority",
  "accounts",
  "permissions",
  "tickets",
  "acls",
  "endpoints",
  "pages",
  "credentials",
  "factors",
  "sign-in",
  "providers",
  "user-certificates",
  "approvals",
  "sessions",
  "system-tools",
  "automation",
  "account-automations",
  "audits",
  "evidence",
  "event-delivery",
  "jobs",
  "cloud",
  "dashboards",
];

/** Code that only tests and benchmarks use. */
const testing = "(\\.(test|fixture)\\.tsx?$|/testing/)";

const rule = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

const areaOrder = areas
  .slice(0, -1)
  .map((area, index) =>
    rule(
      `area-order-${area}`,
      `The area "${area}" stands below the areas after it in the order: let them register with it instead.`,
      { path: `^server/src/areas/${area}/`, pathNot: testing },
      { path: `^server/src/areas/(${areas.slice(index + 1).join("|")})/` },
    ),
  );

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    rule(
      "no-cycles",
      "Files that need each other, if only for a type, cannot be read or tested alone: declare what they share below both.",
      {},
      { circular: true },
    ),
    rule("resolvable", "An import that leads nowhere.", {}, { couldNotResolve: true }),
    rule(
      "contract-alone",
      "The contract is the language both sides share; it imports nothing.",
      { path: "^contract/src/", pathNot: testing },
      { pathNot: "^contract/src/" },
    ),
    rule(
      "engine-below",
      "The engine knows no area: it defines ports that areas implement.",
      { path: "^server/src/engine/", pathNot: testing },
      { path: "^(server/src/(?!engine/)|console/|e2e/|bench/)" },
    ),
    rule(
      "transport-below",
      "Transport carries bytes: it stands on the engine and knows no rules of the product.",
      { path: "^server/src/transport/", pathNot: testing },
      { path: "^(server/src/(?!engine/|transport/)|console/|e2e/|bench/)" },
    ),
    rule(
      "runner-alone",
      "What works on targets knows neither areas nor the database, the configuration or the secrets.",
      { path: "^server/src/runner/", pathNot: testing },
      {
        path: "^(server/src/(?!runner/|engine/|transport/)|server/src/engine/(database|config|secrets|resource|http|jobs|events)/|console/|e2e/|bench/)",
        dependencyTypesNot: ["type-only"],
      },
    ),
    rule(
      "areas-below",
      "An area imports the engine, the transport and other areas; the composition root wires it to the rest.",
      { path: "^server/src/areas/", pathNot: testing },
      { path: "^(server/src/(?!engine/|transport/|areas/)|console/|e2e/|bench/)" },
    ),
    rule(
      "area-by-its-index",
      "An area is reached through its index.ts alone.",
      { path: "^server/src/areas/([^/]+)/", pathNot: testing },
      { path: "^server/src/areas/", pathNot: "^server/src/areas/($1/|[^/]+/index\\.ts$)" },
    ),
    rule(
      "composition-by-index",
      "The composition root reaches an area through its index.ts, or the one command it adds to the command line.",
      { path: "^server/src/[^/]+\\.ts$", pathNot: testing },
      { path: "^server/src/areas/[^/]+/(?!(index|command)\\.ts$)" },
    ),
    ...areaOrder,
    rule(
      "areas-known",
      "A new area takes its place in the order in .dependency-cruiser.cjs.",
      {},
      { path: `^server/src/areas/(?!(${areas.join("|")})/)` },
    ),
    rule(
      "engine-by-its-faces",
      "Areas and the gateway use a room of the engine or the transport through its index.ts: what stands there is its face.",
      { path: "^server/src/(areas|gateway)/", pathNot: testing },
      {
        path: "^server/src/(engine|transport)/[^/]+/",
        pathNot: [
          "^server/src/(engine|transport)/[^/]+/index\\.ts$",
          // Who may import it says "grants-by-the-decision".
          "^server/src/transport/connections/connection-grant\\.ts$",
        ],
      },
    ),
    rule(
      "grants-by-the-decision",
      "Grants are made by the decision alone, and by the areas in memory that tests of the gateway ask.",
      {
        path: "^(server|bench|e2e)/",
        pathNot:
          "^server/src/(areas/sessions/decision/|transport/connections/|gateway/testing/harness\\.ts$)",
      },
      { path: "^server/src/transport/connections/connection-grant\\.ts$" },
    ),
    rule(
      "gateway-by-ports",
      "The gateway asks areas through its ports, never directly.",
      { path: "^server/src/gateway/", pathNot: testing },
      { path: "^(server/src/(?!engine/|transport/|gateway/)|console/|e2e/|bench/)" },
    ),
    rule(
      "supervisor-small",
      "The supervisor stays small and outlives the others: it imports the engine alone.",
      { path: "^server/src/supervisor/", pathNot: testing },
      { path: "^(server/src/(?!engine/|supervisor/)|console/|e2e/|bench/)" },
    ),
    rule(
      "no-testing-in-the-product",
      "What only tests need stays out of the product.",
      { path: "^(contract|server|console)/", pathNot: testing },
      { path: testing },
    ),
    rule(
      "kit-knows-no-area",
      "The kit serves every page: it knows no area, no shell and no route.",
      { path: "^console/src/kit/", pathNot: testing },
      { path: "^console/src/(areas|app|shell|terminal)/" },
    ),
    rule(
      "shell-below-areas",
      "The frame around the pages knows no page.",
      { path: "^console/src/shell/", pathNot: testing },
      { path: "^console/src/(areas|terminal)/" },
    ),
    rule(
      "console-areas-below-app",
      "Pages know the kit, not the application that shows them.",
      { path: "^console/src/areas/", pathNot: testing },
      { path: "^console/src/app/" },
    ),
    rule(
      "console-area-by-its-index",
      "An area of the console is reached through its index alone.",
      { path: "^console/src/areas/([^/]+)/", pathNot: testing },
      { path: "^console/src/areas/", pathNot: "^console/src/areas/($1/|[^/]+/index\\.tsx?$)" },
    ),
    rule(
      "console-areas-known",
      "An area of the console has the name of the server's area whose resources it shows.",
      {},
      { path: `^console/src/areas/(?!(${areas.join("|")})/)` },
    ),
    rule(
      "texts-know-no-owner",
      "Whoever owns texts hands them over; i18n knows their types alone, to check keys.",
      { path: "^console/src/i18n/", pathNot: testing },
      { path: "^console/src/(areas|app|shell|terminal)/", dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "terminal-on-the-kit",
      "The connect page is an application of its own: it shares the kit and the texts.",
      { path: "^console/src/terminal/", pathNot: testing },
      { path: "^console/src/(areas|app|shell)/" },
    ),
    rule(
      "console-and-server-apart",
      "The console knows the contract, never the server.",
      { path: "^console/" },
      { path: "^(server|e2e|bench)/" },
    ),
    rule(
      "server-and-console-apart",
      "The server knows the contract, never the console.",
      { path: "^server/" },
      { path: "^console/" },
    ),
    rule(
      "tests-outside",
      "End-to-end tests and benchmarks drive the built product; of its sources they use what is made for testing.",
      { path: "^(e2e|bench)/" },
      { path: "^(server|console)/", pathNot: "^server/src/(testing|engine/testing|gateway/testing)/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|\\.cache)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
