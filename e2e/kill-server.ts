// `npm run crash -- --rounds 50`: kills the server repeatedly during writes, and reports lost data.
import { parseArgs } from 'node:util';
import { killOften } from './crash/rounds.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000) {
  console.error('--rounds must be a whole number from 1 to 1000.');
  process.exit(1);
}

const outcome = await killOften({
  rounds,
  databaseEvery: 5,
  firstStarts: 4,
  operatorEvery: 8,
  restores: true,
  onRound: console.log,
});
const { lost, auditFaults, failedStarts, orphans, restarts } = outcome;
const faults = [...lost, ...auditFaults, ...failedStarts, ...orphans];
for (const fault of faults) console.error(fault);
const median = restarts.toSorted((one, other) => one - other)[Math.floor(restarts.length / 2)] ?? Number.NaN;
const kinds = [...outcome.kinds].map(
  ([kind, { acknowledged, happened, undone }]) => `| ${kind} | ${acknowledged} | ${happened} | ${undone} |`,
);
console.log(`
| change | acknowledged | killed in the middle: whole | not at all |
|---|---|---|---|
${kinds.join('\n')}

| rounds | acknowledged writes | lost | audit faults | failed starts | orphans | median restart |
|---|---|---|---|---|---|---|
| ${restarts.length} | ${outcome.acknowledged} | ${lost.length} | ${auditFaults.length} | ${failedStarts.length} | ${orphans.length} | ${Math.round(median)} ms |`);
process.exit(faults.length === 0 ? 0 : 1);
