/** An open stream of events. */
export interface Events {
  /** Waits for the next event of a name. */
  next(name: string): Promise<void>;
  close(): void;
}

/** Opens a stream of events (server-sent events) with a token. */
export async function openEvents(url: string, token: string): Promise<Events> {
  const ended = new AbortController();
  const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: ended.signal });
  if (!reply.ok || !reply.body) throw new Error(`${url} answered ${reply.status}.`);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next(name) {
      while (!text.includes(`event: ${name}\n`)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended before ${name}.`);
        text += value;
      }
    },
    close: () => ended.abort(),
  };
}
