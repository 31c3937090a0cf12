import { catalogue } from '#locale/locale.ts';

interface Problem {
  readonly code?: unknown;
  readonly message?: unknown;
}

type Sentences = Readonly<Record<string, string>>;

const byCode: Sentences = { ...catalogue?.['problemText'] };
const bySentence: Sentences = { ...catalogue?.['fieldProblemText'] };

/** What a field says, in the language of the page: a sentence of the contract, or one that is in it already. */
export function fieldSentence(sentence: string): string {
  return translated(sentence) ?? sentence;
}

/** How long a text may be, and of which characters, is said of any field in the same words. */
const ofAnyField = /^.+ (?=has at most \d+ characters\.$|must not contain control characters\.$)/;

function translated(sentence: string): string | undefined {
  const [count = ''] = /\d+/.exec(sentence) ?? [];
  const general = sentence.replace(ofAnyField, 'It ').replace(/\d+/, '#');
  return bySentence[sentence] ?? bySentence[general]?.replace('#', count);
}

/**
 * What the server refuses: of one field by the sentence, else by the code. English pages show the server's own sentence, as
 * do others where a newer server has a code that they do not know.
 */
export function problemSentence({ code, message }: Problem): string | null {
  const said = typeof message === 'string' ? message : null;
  return translated(said ?? '') ?? byCode[typeof code === 'string' ? code : ''] ?? said;
}
