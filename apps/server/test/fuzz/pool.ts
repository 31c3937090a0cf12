import { parseRn } from '@keyhold/contract';

/** Maximum number of records of a kind; the oldest is dropped first. */
const size = 200;

/**
 * The resources that requests refer to, including deleted ones. Requests are generated in advance, so they contain
 * placeholders such as `@rn:user:7`, which are filled when they are sent.
 */
export class Pool {
  private readonly things = new Map<string, string[]>();

  add(kind: string, thing: string): void {
    const known = this.things.get(kind) ?? [];
    if (known.includes(thing)) return;
    known.push(thing);
    if (known.length > size) known.shift();
    this.things.set(kind, known);
  }

  /** Stores every resource that a reply's body names. */
  harvest(value: unknown, key = ''): void {
    if (typeof value === 'string') this.harvestText(value, key);
    else if (Array.isArray(value)) for (const one of value.slice(0, 50)) this.harvest(one, key);
    else if (value !== null && typeof value === 'object') {
      for (const [name, one] of Object.entries(value)) this.harvest(one, name);
    }
  }

  private harvestText(text: string, key: string): void {
    if (/^keyhold:[^:]+:[^:]+:[\w-]+:[^:]+$/.test(text)) this.add(parseRn(text).resourceType, text);
    else if (key === 'next-cursor') this.add('cursor', text);
    else if (key === 'activationKey') this.add('activation-key', text);
    else if (key === 'id' && /^[0-9a-f-]{36}$/.test(text)) this.add('uuid', text);
  }

  /** A copy of a value with every placeholder filled. */
  fill(value: unknown): unknown {
    if (typeof value === 'string') return value.startsWith('@') ? this.fillText(value) : value;
    if (Array.isArray(value)) return value.map((one) => this.fill(one));
    if (value === null || typeof value !== 'object') return value;
    // `fromEntries` defines own properties, because a name may be `__proto__`.
    const copy = Object.entries(value).map(([name, one]) => [name, this.fill(one)] as const);
    return Object.fromEntries(copy);
  }

  private fillText(place: string): string {
    const [, form, kind, index] = /^@(rn|id|text):([\w-]+):(\d+)$/.exec(place) ?? [];
    if (!form || !kind) return place;
    const known = this.things.get(kind) ?? [];
    const thing = known[Number(index) % Math.max(1, known.length)] ?? 'nothing';
    return form === 'id' && thing.includes(':') ? parseRn(thing).resourceId : thing;
  }
}
