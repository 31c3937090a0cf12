import { calls } from '@keyhold/contract';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { ProblemError } from '../problem.ts';
import { type CallName, readInput } from './input.ts';

const problemsOf = (name: CallName, body: unknown) => {
  try {
    readInput(calls[name], { params: {}, query: {}, headers: {}, body } as unknown as FastifyRequest);
  } catch (error) {
    if (error instanceof ProblemError) return error.problems;
    throw error;
  }
  return [];
};

const manyFields = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field-${index}`, 1]));

it.each<[string, CallName, unknown]>([
  ['unknown fields', 'authorize', manyFields],
  ['values that are too many', 'createWebhook', { events: Array(5000).fill('unknown') }],
  ['invalid values', 'deleteUsers', { ids: Array(5000).fill(0) }],
])('answers a body of many %s with at most 100 problems', (_what, name, body) => {
  const problems = problemsOf(name, body);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.length).toBeLessThanOrEqual(100);
});

it('names a field of any length by its first 100 characters', () => {
  const [problem] = problemsOf('logout', { ['x'.repeat(100_000)]: 1 });
  const name = 'x'.repeat(100);
  expect(problem).toEqual({ code: 'unknown-field', path: name, message: `This call knows no field '${name}'.` });
});
