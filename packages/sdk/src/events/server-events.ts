/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
  /** The id by which a message is acknowledged; null for other events. */
  readonly id: string | null;
}

/** A line ending; a trailing carriage return may be half of one. */
const lineEnd = /\r\n|\n|\r(?!$)/;

/**
 * Parses server-sent events from text that arrives in arbitrary pieces (WHATWG HTML, section 9.2.6).
 *
 * @param onEvent called with every complete event
 * @returns the function to feed with each piece
 */
export function createEventParser(onEvent: (event: ServerEvent) => void): (piece: string) => void {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id: string | null = null;

  function readLine(line: string) {
    if (line === '') {
      if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n'), id });
      event = '';
      id = null;
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
  }

  return (piece) => {
    rest += piece;
    for (;;) {
      const end = lineEnd.exec(rest);
      if (!end) return;
      readLine(rest.slice(0, end.index));
      rest = rest.slice(end.index + end[0].length);
    }
  };
}
