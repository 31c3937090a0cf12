import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventParser, type ServerEvent } from './server-events.ts';

function parse(pieces: readonly string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const feed = createEventParser((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

test('parses events, comments, fields without a value and data of several lines', () => {
  const text = ': hello\n\nevent: state\ndata: {"a":1}\n\nid: 7\ndata: one\ndata:two\n\nevent: nothing\n\ndata\n\n';
  expect(parse([text])).toEqual([
    { event: 'state', data: '{"a":1}', id: null },
    { event: 'message', data: 'one\ntwo', id: '7' },
    { event: 'message', data: '', id: null },
  ]);
});

test('parses the same events for any chunks and line endings', () => {
  const line = fc.stringMatching(/^[a-z é€😀]{0,12}$/u);
  fc.assert(
    fc.property(
      fc.array(fc.record({ event: fc.stringMatching(/^[a-z]{1,8}$/), data: fc.array(line, { minLength: 1 }) })),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.integer({ min: 1, max: 9 })),
      (events, end, cuts) => {
        const lines = events.flatMap(({ event, data }) => [
          `event: ${event}`,
          ...data.map((one) => `data: ${one}`),
          '',
          ': comment',
        ]);
        let rest = lines.map((one) => one + end).join('');
        const pieces = cuts.map((cut) => {
          const piece = rest.slice(0, cut);
          rest = rest.slice(cut);
          return piece;
        });
        expect(parse([...pieces, rest])).toEqual(
          events.map(({ event, data }) => ({ event, data: data.join('\n'), id: null })),
        );
      },
    ),
  );
});
