import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { createAddon, createProduct, listAddons, listProducts } from './catalogue.ts';

export function bindCatalogue(binder: Binder): void {
  binder.operation(calls.listProducts, listProducts);
  binder.operation(calls.createProduct, createProduct);
  binder.operation(calls.listAddons, listAddons);
  binder.operation(calls.createAddon, createAddon);
}
