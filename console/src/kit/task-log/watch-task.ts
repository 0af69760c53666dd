/**
 * Waits for the end of a task, as its log tells it.
 *
 * @returns whether it has ended; false when the connection broke before
 */
export function taskEnded(task: string): Promise<boolean> {
  return new Promise((resolve) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/ops/tasks/log/`);
    let isOver = false;
    socket.onopen = () => socket.send(JSON.stringify({ task, type: "celery" }));
    socket.onmessage = ({ data }) => {
      const { event } = JSON.parse(String(data)) as { readonly event?: string };
      if (event !== "end") return;
      isOver = true;
      socket.close();
    };
    socket.onclose = () => resolve(isOver);
  });
}
