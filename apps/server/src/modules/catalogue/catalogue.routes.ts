import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { createAddon, createProduct, getProduct, listAddons, listProducts } from './catalogue.ts';
import { updateProduct } from './update-product.ts';

export function bindCatalogue(binder: Binder): void {
  binder.operation(calls.listProducts, listProducts);
  binder.operation(calls.createProduct, createProduct);
  binder.operation(calls.getProduct, getProduct);
  binder.operation(calls.updateProduct, updateProduct);
  binder.operation(calls.listAddons, listAddons);
  binder.operation(calls.createAddon, createAddon);
}
