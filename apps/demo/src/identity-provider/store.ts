import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Maximum number of records of a kind; the oldest is dropped first. */
const most = 1000;

/** Stores the provider's state in memory: it is empty at each start of the demo. */
export class MemoryStore implements Adapter {
  readonly #rows = new Map<string, AdapterPayload>();

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.#rows.delete(id);
    this.#rows.set(id, payload);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > most && oldest !== undefined) this.#rows.delete(oldest);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#rows.get(id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.#rows.values()].find((payload) => payload.uid === uid);
  }

  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const payload = this.#rows.get(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#rows.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, payload] of this.#rows) if (payload.grantId === grantId) this.#rows.delete(id);
  }
}
