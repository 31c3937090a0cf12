import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage } from 'icu-minify/format';
import { catalogue, language, pseudo } from '#i18n/locale/locale.ts';

interface ArgumentTypes {
  ICUArgument: string | number;
  ICUNumberArgument: number;
  ICUDateArgument: Date;
}

/** The words before the branches of a selection: `account {account} tag {tag}`. */
type Words<Branches extends string> = Branches extends ` ${infer Rest}`
  ? Words<Rest>
  : Branches extends `${infer Word} {${string}}${infer Rest}`
    ? Word | Words<Rest>
    : never;

/** The values of a message. An `item` is one that the sentence names, although a selection accepts any text. */
type Arguments<Message extends string> = Message extends `${string}{item, select, ${infer Branches} other {${string}`
  ? Omit<GetICUArgs<Message, ArgumentTypes>, 'item'> & { item: Words<Branches> }
  : GetICUArgs<Message, ArgumentTypes>;

/** The type of translated messages: a message with arguments is a function of them. */
type Text<Messages> = Messages extends string
  ? keyof Arguments<Messages> extends never
    ? string
    : (values: Arguments<Messages>) => string
  : { readonly [Id in keyof Messages]: Text<Messages[Id]> };

type Compiled = CompiledMessage | { readonly [id: string]: Compiled };

const formatters = {
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given),
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
};

/** The messages of an area in the language of the page. */
export function textsOf<Area extends object>(english: Area): Text<Area> {
  const texts = Object.entries(english).map(([name, messages]) => [name, text(catalogue?.[name] ?? messages)]);
  return Object.fromEntries(texts);
}

function text(messages: Compiled): unknown {
  if (typeof messages === 'string' || Array.isArray(messages)) {
    const message = (pseudo ? pseudo(messages) : messages) as CompiledMessage;
    if (typeof message === 'string') return message;
    return (values: Record<string, string | number>) => format(message, language, values, { formatters });
  }
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, text(message)]));
}
