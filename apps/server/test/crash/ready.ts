import type { Call } from '@keyhold/contract';
import { rows } from '../authorization/rows/rows.ts';
import { send } from '../authorization/send.ts';
import { type RecipeWorld, recipes } from './recipes.ts';

/** Creates resources, and returns the function that makes the call about them, as a user with the permission. */
export async function ready(world: RecipeWorld, call: Call) {
  const { test, make, account } = world;
  const row = rows[call.name as keyof typeof rows];
  if (row.about === 'the caller') {
    const person = await make.person(account);
    const request = await row.request(make, person);
    return () => send(test, call, request, `Bearer ${person.token}`);
  }
  const recipe = recipes[call.name as keyof typeof recipes];
  const request = await (recipe ? recipe.request(world) : row.request(make, test.accounts.birch));
  return () => send(test, call, request, row.about === 'nobody' ? null : `Bearer ${test.people.root.token}`);
}
