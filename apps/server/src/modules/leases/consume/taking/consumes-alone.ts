/** A request for a seat must be repeated in a transaction of its own that locks its pools against all other consumers. */
export class ConsumesAlone extends Error {
  constructor() {
    super('The pools of this request have too few free seats for a shared lock.');
    this.name = 'ConsumesAlone';
  }
}
