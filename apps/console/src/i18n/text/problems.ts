import { catalogue } from '#i18n/locale/locale.ts';

type Sentences = Readonly<Record<string, string>>;

const byCode: Sentences = { ...catalogue?.['problemText'] };
const bySentence: Sentences = { ...catalogue?.['fieldProblemText'] };
const details: Sentences = { ...catalogue?.['problemDetailText'] };
const ofWarnings: Sentences = { ...catalogue?.['warningText'] };

/** Translates a message of the contract about a field; other messages are returned unchanged. */
export function fieldSentence(sentence: string): string {
  return translated(sentence) ?? sentence;
}

/** Messages about length and control characters differ only by the name of the field. */
const ofAnyField = /^.+ (?=has at most \d+ characters\.$|must not contain control characters\.$)/;

function translated(sentence: string): string | undefined {
  const [count = ''] = /\d+/.exec(sentence) ?? [];
  const general = sentence.replace(ofAnyField, 'It ').replace(/\d+/, '#');
  return bySentence[sentence] ?? bySentence[general]?.replace('#', count);
}

/**
 * Translates a problem of the server: by its message if it is about a field, else by its code. English pages show the
 * server's own message, as do others for a code that they do not have, such as that of a newer server.
 */
export function problemSentence({ code, message }: { code?: unknown; message?: unknown }): string | null {
  const said = typeof message === 'string' ? message : null;
  const sentence = byCode[typeof code === 'string' ? code : ''];
  return translated(said ?? '') ?? (sentence && [sentence, ...detailsOf(said ?? '')].join(' ')) ?? said;
}

/** What the server adds to the sentence of a code: the account that uses an e-mail, and the e-mail itself. */
const addedDetails: Readonly<Record<string, RegExp>> = {
  'It is used in #.': /(?<= )It is used in (.+?)\.(?= The email is |$)/,
  'The email is #.': /(?<= )The email is (\S+)\.$/,
};

function detailsOf(said: string): string[] {
  return Object.entries(addedDetails).flatMap(([sentence, pattern]) => {
    const [, named] = pattern.exec(said) ?? [];
    return named === undefined ? [] : [(details[sentence] ?? sentence).replace('#', () => named)];
  });
}

/** Translates a warning of the server; one that the catalogue lacks, such as that of a newer server, is returned unchanged. */
export function warningSentence(sentence: string): string {
  return ofWarnings[sentence] ?? sentence;
}
