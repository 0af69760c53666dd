import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type CorpusSession, extractFrom, readCorpus, score } from "../testing/command-corpus.ts";
import { CommandExtractor } from "./command-extractor.ts";
import type { ExtractedCommand } from "./command-in-progress.ts";

const size = { cols: 80, rows: 24 };

/** An extractor fed with output and input in turns: `i:` begins what is typed. */
function run(...pieces: string[]): ExtractedCommand[] {
  const commands: ExtractedCommand[] = [];
  const extractor = new CommandExtractor(size, {
    onCommand: (command) => commands.push(command),
    now: () => 7,
  });
  for (const piece of pieces) {
    if (piece.startsWith("i:")) extractor.input(piece.slice(2));
    else extractor.output(piece);
  }
  extractor.close();
  return commands;
}

const inputs = (...pieces: string[]): string[] => run(...pieces).map(({ input }) => input);

describe("recorded sessions", () => {
  let sessions: readonly CorpusSession[];
  beforeAll(async () => {
    sessions = await readCorpus();
  });

  test("hold what the issue is about", () => {
    expect([...new Set(sessions.map(({ shell }) => shell))].sort()).toEqual([
      "bash",
      "dash",
      "fish",
      "tmux",
      "zsh",
    ]);
    expect(sessions.flatMap(({ truth }) => truth).length).toBeGreaterThan(500);
  });

  const shares = (part: readonly CorpusSession[]): { precision: number; recall: number } => {
    const scores = part.map((one) => score(one, extractFrom(one)));
    const sum = (pick: "right" | "found" | "run"): number => scores.reduce((all, one) => all + one[pick], 0);
    return { precision: sum("right") / sum("found"), recall: sum("right") / sum("run") };
  };

  test.each(["bash", "zsh", "fish", "dash", "tmux"])("%s: precision and recall at least 0.99", (shell) => {
    const { precision, recall } = shares(sessions.filter((one) => one.shell === shell));
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.99);
  });

  test("that the extractor was never changed for are read as well", async () => {
    const { precision, recall } = shares(await readCorpus("held-out"));
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.99);
  });

  test("come out the same however the network cuts them", () => {
    for (const session of sessions) {
      const whole = extractFrom(session).map(({ input }) => input);
      for (const cut of [1, 13]) {
        expect(
          extractFrom(session, cut).map(({ input }) => input),
          session.name,
        ).toEqual(whole);
      }
    }
  });

  test("give away nothing that was typed without echo, and nothing typed into an editor", () => {
    const texts = sessions.flatMap((session) => extractFrom(session)).map(({ input }) => input);
    const secrets = [
      "hunter2",
      "topsecret",
      "geheim1",
      "sesam42",
      "offen1",
      "passwort9",
      "wrongpw",
      "schluessel",
    ];
    const written = ["typed into cat", "rm -rf /var", "not a command", "words typed into a file", "violets"];
    for (const hidden of [...secrets, ...written]) {
      expect(texts.filter((text) => text.includes(hidden))).toEqual([]);
    }
  });

  test("say that the shell's marks were the source where it sends them", () => {
    const marked = sessions.find(({ name }) => name === "bash-marks") as CorpusSession;
    const found = extractFrom(marked);
    expect(found.filter(({ source }) => source === "marks").length).toBeGreaterThan(found.length * 0.9);
    const plain = sessions.find(({ name }) => name === "bash-basics") as CorpusSession;
    expect(extractFrom(plain).every(({ source }) => source === "screen")).toBe(true);
  });

  test("keep the output up to the next prompt", () => {
    const basics = sessions.find(({ name }) => name === "bash-basics") as CorpusSession;
    const outputs = new Map(extractFrom(basics).map(({ input, output }) => [input, output]));
    expect(outputs.get("echo hello world")).toBe("hello world");
    expect(outputs.get("printf 'no newline'")).toBe("no newline");
    expect(outputs.get("whoami; id -u")).toBe("root\n0");
  });
});

describe("what a session shows and what is typed", () => {
  test("a device without any marks: the line behind the prompt, once Enter is pressed", () => {
    expect(
      inputs(
        "Router>",
        "i:en",
        "en",
        "i:\r",
        "\r\nPassword: ",
        "i:s3cret\r",
        "\r\nRouter#",
        "i:sh ver\r",
        "sh ver\r\nIOS\r\nRouter#",
      ),
    ).toEqual(["en", "sh ver"]);
  });

  test("an answer to a question is no command", () => {
    expect(
      inputs("$ ", "i:apt install x\r", "apt install x\r\nContinue? [Y/n] ", "i:y\r", "y\r\nok\r\n$ "),
    ).toEqual(["apt install x"]);
  });

  test("marks that tell another command than the screen shows are not believed", () => {
    const mark = (text: string): string => `\u001b]633;${text}\u0007`;
    const [command] = run(
      `${mark("A")}$ ${mark("B")}`,
      "i:rm -rf x\r",
      `rm -rf x\r\n${mark("E;ls")}${mark("C")}${mark("D;0")}${mark("A")}$ ${mark("B")}`,
    );
    expect(command).toMatchObject({ input: "rm -rf x", source: "marks" });
  });

  test("a shell on the alternate screen is no hiding place", () => {
    expect(
      inputs(
        "root@web:~# ",
        "i:printf '\\e[?1049h'\r",
        "printf '\\e[?1049h'\r\n\u001b[?1049hroot@web:~# ",
        "i:shred disk\r",
        "shred disk\r\nroot@web:~# ",
      ),
    ).toEqual(["printf '\\e[?1049h'", "shred disk"]);
  });

  test("a multiplexer without a shell before it: its first line counts once its prompt comes again", () => {
    const typed = (line: string): string[] => ["i:l", "l", `i:${line.slice(1)}\r`, `${line.slice(1)}\r\n`];
    const attached = ["\u001b[?1049h\u001b[H\u001b[J", "db-7:~# "];
    expect(inputs(...attached, ...typed("ls"), "a b\r\ndb-7:~# ", ...typed("last"))).toEqual(["ls", "last"]);
    expect(inputs(...attached, ...typed("ls"), "a b\r\ndb-7:~# ")).toEqual([]);
    expect(inputs(...attached, ...typed("ls"), "a b\r\nlogin: ", ...typed("lena"))).toEqual([]);
  });

  test("what is typed into an editor looks like no shell, whatever is written", () => {
    const lines = ["$ rm -rf /", "root@web:~# shutdown now", "$ rm -rf /"];
    const keys = lines.flatMap((line) =>
      [...line].flatMap((key) => [`i:${key}`, key]).concat("i:\r", "\r\n"),
    );
    expect(inputs("\u001b[?1049h\u001b[H\u001b[J", ...keys, "i:x")).toEqual([]);
  });

  test("what is typed into a program is no prompt, whatever it begins with", () => {
    const typed = [..."# rm -rf / $x y"].flatMap((key) => [`i:${key}`, key]);
    expect(inputs("$ ", "i:cat > f\r", "cat > f\r\n", ...typed, "i:\r", "\r\n$ ")).toEqual(["cat > f"]);
    expect(inputs("sleep\r\n", "i:l", "# ", "i:s", "s", "i:\r", "\r\n")).toEqual(["s"]);
  });

  test("keys pressed without echo before a prompt do not hide what is typed behind it", () => {
    const prompt = "root@web:~# ";
    const blind = ["i:sleep 1\r", "sleep 1\r\n", "i:x".padEnd(40, "x"), prompt];
    expect(inputs(prompt, ...blind, "i:ls", "ls", "i:\r", `\r\n${prompt}`)).toEqual(["sleep 1", "ls"]);
  });

  test("a clock in the right prompt goes on while a line is edited", () => {
    const prompt = "\u001b[?2004hweb > \u001b[66C22:59:59\r\u001b[6C";
    const drawnAgain = "\r\u001b[Kweb > ls\u001b[64C23:00:00\r\u001b[8C";
    expect(inputs(prompt, "i:l", "l", "i:s", "s", drawnAgain, "i:\r", "\r\n\u001b[?2004l")).toEqual(["ls"]);
  });

  test("the right prompt of an editor that draws it first is no part of what was typed ahead", () => {
    const prompt = "web # \u001b[60C22:59\r\u001b[6C\u001b[?2004h";
    expect(inputs("i:uname -m\r", `uname -m\r\n${prompt}uname -m\u001b[?2004l\r\nx86_64\r\n`)).toEqual([
      "uname -m",
    ]);
  });

  test("a line of several rows beside a prompt at the very edge keeps them apart", () => {
    const prompt = "\u001b[?2004hweb > \u001b[69C22:59\r\u001b[6C";
    const typed = ["i:b", "begin", "i:\n", "\r\n  ls", "i:\r", "\r\n\u001b[?2004l"];
    expect(inputs(prompt, ...typed)).toEqual(["begin\n  ls"]);
  });

  test("a line with history in it is the one the shell has made of it", () => {
    const line = (typed: string, output: string): string[] => [
      "\u001b[?2004h$ ",
      `i:${typed}`,
      `${typed}`,
      "i:\r",
      `\r\n\u001b[?2004l\r${output}\r\n`,
    ];
    expect(
      run(...line("sudo !!", "sudo ls -l\r\ntotal 0"), ...line("rm x !$", "echo x y"), "$ "),
    ).toMatchObject([
      { input: "sudo ls -l", output: "total 0" },
      { input: "rm x !$", output: "echo x y" },
    ]);
  });

  test("a command that is not finished when the session ends is told with what it has put out", () => {
    expect(run("$ ", "i:tail -f log\r", "tail -f log\r\none\r\ntwo\r\n")).toEqual([
      { input: "tail -f log", output: "one\ntwo", source: "screen", at: 7 },
    ]);
  });

  test("inputs and outputs without end are cut", () => {
    const long = "x".repeat(5000);
    const [command] = run("$ ", `i:echo ${long}\r`, `echo ${long}\r\n${long}\r\n$ `, "i:\r");
    expect(command?.input.length).toBeLessThanOrEqual(2048);
    expect(command?.output.length).toBeLessThanOrEqual(1024);
  });
});

describe("lines that nobody types undisturbed behind a prompt", () => {
  const typed = (text: string): string[] => [...text].flatMap((key) => [`i:${key}`, key]);
  const edited = "\u001b[?2004h";
  const sent = ["i:\r", "\r\n\u001b[?2004l\r"];

  test("output of a job comes between the keys of a line", () => {
    const line = ["$ ", ...typed("rm -r"), "noise one\r\nnoise two\r\n", ...typed("f x")];
    expect(inputs(edited, ...line, ...sent, "$ ")).toEqual(["rm -rf x"]);
    expect(inputs(...line, "i:\r", "\r\n$ ")).toEqual(["rm -rf x"]);
    // The key's echo comes behind the output, or in the piece that begins it.
    expect(inputs("$ ", ...typed("l"), "i:s", "noise\r\ns", "i:\r", "\r\n$ ")).toEqual(["ls"]);
    expect(inputs("$ ", ...typed("l"), "i:s", "snoise\r\n", ...typed(" -a"), "i:\r", "\r\n$ ")).toEqual([
      "ls -a",
    ]);
  });

  test("a shell that draws its line again after such output is read there", () => {
    const line = ["web $ ", ...typed("ls"), "\r\n[1]+ Done\r\nweb $ ls", ...typed(" -a")];
    expect(inputs(edited, ...line, ...sent)).toEqual(["ls -a"]);
  });

  test("output comes while a prompt waits for its first key", () => {
    expect(inputs("$ ", "i:a\r", "a\r\n$ ", "noise\r\n", ...typed("ls"), "i:\r", "\r\n$ ")).toEqual([
      "a",
      "ls",
    ]);
    expect(inputs(edited, "$ ", "noise\r\n", ...typed("ls"), ...sent)).toEqual(["ls"]);
  });

  test("completions listed below the line are none of it", () => {
    const listed = ["i:\t", "\r\nlist  lisp\r\n$ l", ...typed("s")];
    expect(inputs(edited, "$ ", ...typed("l"), ...listed, ...sent)).toEqual(["ls"]);
  });

  test("a line editor without a prompt loses no key, and sends nothing when it is empty", () => {
    expect(inputs(edited, ...typed("ls"), ...sent, `a b\r\n${edited}`, "i:\r", "\u001b[?2004l\r")).toEqual([
      "ls",
    ]);
  });

  test("a text that looks like no prompt is one once it waits again", () => {
    const line = (text: string): string[] => [...typed(text), "i:\r", "\r\nready: "];
    expect(inputs("ready: ", ...line("ls"), ...line("id"), ...line("w"))).toEqual(["ls", "id", "w"]);
    // Behind output without a line feed, and with a clock that goes on.
    const [first, second] = ["at 10:01 what next? ", "done.at 10:02 what next? "];
    expect(inputs(first, ...typed("id"), "i:\r", `\r\n${second}`, ...typed("w"), "i:\r", "\r\n")).toEqual([
      "id",
      "w",
    ]);
    expect(inputs("$ ", "i:ask\r", "ask\r\nCity: ", ...typed("Oslo"), "i:\r", "\r\n$ ")).toEqual(["ask"]);
    expect(inputs("login: ", ...typed("lena"), "i:\r", "\r\nlogin: ", ...typed("lena"))).toEqual([]);
  });

  test("a shell without an editor reads lines typed ahead; what a program read is no command", () => {
    const web = "web$ ";
    const begun = [web, "i:sleep 1\r", "sleep 1\r\n"];
    expect(inputs(...begun, ...typed("id"), "i:\r", "\r\n", `${web}0\r\n${web}`, "i:l", "l")).toEqual([
      "sleep 1",
      "id",
    ]);
    expect(inputs(...begun, "i:cd\rls\r", "cd\r\nls\r\n", `${web}${web}a\r\n${web}`)).toEqual([
      "sleep 1",
      "cd",
      "ls",
    ]);
    expect(inputs(...begun, ...typed("web$ id"), "i:\r", "\r\n", web)).toEqual(["sleep 1"]);
    expect(
      inputs(
        web,
        "i:cat\r",
        "cat\r\n",
        ...typed("web$ x"),
        "i:\r",
        "\r\nweb$ x\r\n",
        ...typed("y"),
        "i:\r",
        `\r\ny\r\n${web}`,
        "i:w",
      ),
    ).toEqual(["cat"]);
    expect(inputs(web, "i:read a\rid\rw\r", "read a\r\nid\r\nw\r\n", `${web}up\r\n${web}`)).toEqual([
      "read a",
      "w",
    ]);
  });

  test("a prompt set in the middle is none for further lines, and one for further lines may be any", () => {
    const line = (text: string, prompt: string): string[] => [`i:${text}\r`, `${text}\r\n${prompt}`];
    expect(
      inputs("$ ", ...line("PS1='prod> '", "prod> "), ...line("cd x", "prod> "), "i:w\r", "w\r\n"),
    ).toEqual(["PS1='prod> '", "cd x", "w"]);
    expect(inputs("$ ", ...line("node", "> "), ...line("1+1", "> "), "i:2\r", "2\r\n")).toEqual([
      "node",
      "1+1",
      "2",
    ]);
    expect(inputs("$ ", ...line("if true", "and: "), ...line("then ls; fi", "a\r\n$ "))).toEqual([
      "if true\nthen ls; fi",
    ]);
    expect(
      inputs(">>> ", ...line("for i in x:", "... "), ...line(" f(i)", "... "), "i:\r", "\r\n>>> "),
    ).toEqual(["for i in x:\nf(i)"]);
  });

  test("a line typed while its prompt comes is read where the editor shows it, whatever was answered before", () => {
    const web = "root@web:~# ";
    const asked = [web, "i:ask\r", "ask\r\nWord: ", "i:open\r", "open\r\ntaken\r\n"];
    expect(inputs(...asked, ...typed("exit"), web, "exit", "i:\r", "\r\nexit\r\n")).toEqual(["ask", "exit"]);
  });

  test("lines pasted into an editor without marks are read behind prompts that change with the folder", () => {
    const shown = "a:~> cd x\r\na:x> cd y\r\na:y> ls\r\nb\r\na:y> ".slice("a:~> ".length);
    expect(inputs("a:~> ", "i:cd x\rcd y\rls\r", shown, "i:w")).toEqual(["cd x", "cd y", "ls"]);
  });

  test("a multiplexer stands before what is run in it, with the last line before it ends", () => {
    const prompt = "root@web:~# ";
    const pane = [
      "\u001b[?1049h\u001b[H\u001b[J",
      prompt,
      "i:exit\r",
      "exit\u001b[?1049l[exited]\r\n",
      prompt,
    ];
    expect(inputs(prompt, "i:tmux\r", "tmux\r\n", ...pane)).toEqual(["tmux", "exit"]);
  });

  test("in a pane of a multiplexer other output may come between keys, also where it scrolls", () => {
    const prompt = "root@web:~# ";
    const begun = [prompt, "i:tmux\r", "tmux\r\n", "\u001b[?1049h\u001b[24;1H", prompt];
    expect(inputs(...begun, ...typed("l"), "noise\r\n", ...typed("s"), "i:\r", "\r\n")).toEqual([
      "tmux",
      "ls",
    ]);
  });
});

describe("hostile targets", () => {
  const sequence = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "\u001b[?1049h",
      "\u001b[?1049l",
      "\u001b[?2004h",
      "\u001b[?2004l",
      "\r\n",
      "$ ",
      "\u001b[2J",
    ),
    fc
      .tuple(fc.array(fc.nat({ max: 99_999 }), { maxLength: 5 }), fc.constantFrom(..."ABCDGHJKLMPSTX@bdrhlm"))
      .map(([numbers, final]) => `\u001b[${numbers.join(";")}${final}`),
    fc.constantFrom("A", "B", "C", "D", "E;ls").map((mark) => `\u001b]133;${mark}\u0007`),
    fc.constantFrom("i:ls\r", "i:\u0003", "i:x", "i:\r\r\r"),
  );

  test("nothing they send breaks it, and what comes of it is bounded and printable", () => {
    fc.assert(
      fc.property(
        fc.array(sequence, { maxLength: 60 }),
        fc.record({
          cols: fc.integer({ min: -5, max: 100_000 }),
          rows: fc.integer({ min: -5, max: 100_000 }),
        }),
        (pieces, strange) => {
          const commands: ExtractedCommand[] = [];
          const extractor = new CommandExtractor(size, { onCommand: (command) => commands.push(command) });
          for (const [at, piece] of pieces.entries()) {
            if (piece.startsWith("i:")) extractor.input(piece.slice(2));
            else extractor.output(piece);
            if (at === 20) extractor.resize(strange);
          }
          extractor.close();
          for (const { input, output } of commands) {
            expect(input.length).toBeLessThanOrEqual(2048);
            expect(output.length).toBeLessThanOrEqual(1024);
            expect(`${input}${output}`.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
