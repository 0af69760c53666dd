import { useEffect, useRef, useState } from "react";

/** How a tool is: not used yet, at work, over, or cut off. */
export type ToolState = "idle" | "running" | "done" | "lost";

/** A tool of the server, what it has said, and how it goes. */
export interface ToolRun {
  readonly state: ToolState;
  readonly output: string;
  readonly start: (request: Readonly<Record<string, unknown>>) => void;
  readonly stop: () => void;
}

/** The right to the tool, or the sign-in, is gone: the code the product closes connections with then. */
const NOT_ENTITLED = 4401;

/** Closes the connection of the last tool; what it still says is not heard. */
function leave(socket: { current: WebSocket | null }): void {
  const last = socket.current;
  socket.current = null;
  last?.close();
}

/** Runs tools of the server, each over a connection of its own (docs/contract/settings.md, "Tools"). */
export function useTool(): ToolRun {
  const [state, setState] = useState<ToolState>("idle");
  const [output, setOutput] = useState("");
  const socket = useRef<WebSocket | null>(null);
  useEffect(() => () => leave(socket), []);
  const start = (request: Readonly<Record<string, unknown>>): void => {
    leave(socket);
    setOutput("");
    setState("running");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const current = new WebSocket(`${scheme}://${location.host}/ws/setting/tools/`);
    socket.current = current;
    let isAnswered = false;
    current.onopen = () => current.send(JSON.stringify(request));
    current.onmessage = ({ data }) => {
      if (socket.current !== current) return;
      isAnswered = true;
      const { msg = "" } = JSON.parse(String(data)) as { readonly msg?: string };
      setOutput((before) => before + msg.replaceAll("\r\n", "\n"));
    };
    current.onclose = ({ wasClean, code }) => {
      const isOver = wasClean && isAnswered && code !== NOT_ENTITLED;
      if (socket.current === current) setState(isOver ? "done" : "lost");
    };
  };
  const stop = (): void => {
    leave(socket);
    setState("done");
  };
  return { state, output, start, stop };
}
