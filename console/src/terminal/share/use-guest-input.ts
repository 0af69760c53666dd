import type { IDisposable, Terminal } from "@xterm/xterm";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "../../kit/feedback.ts";
import type { OpenTerminal } from "../session/create-terminal.ts";
import type { TerminalConnection } from "../session/terminal-connection.ts";

/** How long nothing more is said of keys that go nowhere, in milliseconds. */
const QUIET = 5_000;

/** Questions of a program that the terminal would answer by itself: the terminal of the session's person does. */
const QUESTIONS: readonly {
  readonly prefix?: string;
  readonly intermediates?: string;
  readonly final: string;
}[] = [
  { final: "c" },
  { prefix: ">", final: "c" },
  { prefix: "=", final: "c" },
  { final: "n" },
  { prefix: "?", final: "n" },
  { intermediates: "$", final: "p" },
  { prefix: "?", intermediates: "$", final: "p" },
  { prefix: ">", final: "q" },
  { final: "t" },
];

/** Numbers of the system commands by which programs ask for colors. */
const COLORS = [4, 10, 11, 12];

/** Has a terminal leave the questions of programs to another one. */
function keepQuiet({ parser }: Terminal): IDisposable[] {
  return [
    ...QUESTIONS.map((question) => parser.registerCsiHandler(question, () => true)),
    ...COLORS.map((number) => parser.registerOscHandler(number, (data) => data.includes("?"))),
    parser.registerDcsHandler({ intermediates: "$", final: "q" }, () => true),
  ];
}

/** Sends what is typed to a session of somebody else, where one may type; else says that it goes nowhere. */
export function useGuestInput(
  open: OpenTerminal | undefined,
  connection: RefObject<TerminalConnection | undefined>,
  mayType: boolean,
): void {
  const { t } = useTranslation("terminal");
  const latest = useRef({ mayType, t });
  latest.current = { mayType, t };
  useEffect(() => {
    if (open === undefined) return;
    const { terminal } = open;
    let told = Number.NEGATIVE_INFINITY;
    const send = (act: (socket: TerminalConnection) => void) => {
      const socket = connection.current;
      if (socket === undefined) return;
      if (latest.current.mayType) return act(socket);
      if (performance.now() - told < QUIET) return;
      told = performance.now();
      toast("info", latest.current.t("share.readOnly"));
    };
    const used = [
      ...keepQuiet(terminal),
      terminal.onData((typed) => send((socket) => socket.input(typed))),
      terminal.onBinary((typed) => send((socket) => socket.binaryInput(typed))),
    ];
    return () => {
      for (const one of used) one.dispose();
    };
  }, [open, connection]);
}
