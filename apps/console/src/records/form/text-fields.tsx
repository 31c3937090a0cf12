import { type AnyResource, type AnyText, type TextField, type TextOf, textsSetBy } from '@keyhold/contract';
import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { fieldNames } from '#i18n/text/general.ts';
import { focusFirst } from '#ui/form/focus-first.ts';

interface TextFieldsProps<Values> {
  /** The resource whose texts are edited. */
  resource: AnyResource;
  /** Whether it is created or changed. */
  set: 'create' | 'update';
  form: UseFormReturnType<Values>;
  readOnly?: boolean;
  /** The description and placeholder of fields, by name. */
  more?: Readonly<Record<string, { description?: string; placeholder?: string }>>;
}

const inputTypes: Readonly<Record<string, string>> = { email: 'email', uri: 'url' };

/** The text fields of a resource, in the order of its description. */
export function TextFields<Values extends object>(props: TextFieldsProps<Values>) {
  const { resource, set, form, readOnly = false, more = {} } = props;
  return textsSetBy(resource, set).map((name) => {
    const { input, multiline } = resource.fields[name] as unknown as TextField;
    const field = { label: fieldNames[name as AnyText], readOnly, ...more[name], ...form.getInputProps(name) };
    if (multiline) return <Textarea key={name} {...field} />;
    const required = !input.safeParse(undefined).success;
    return (
      <TextInput
        key={name}
        type={inputTypes[String(input.meta()?.['format'])] ?? 'text'}
        withAsterisk={required && !readOnly}
        ref={focusFirst}
        data-autofocus={required || undefined}
        {...field}
      />
    );
  });
}

/** The texts of a new resource, all of them empty. */
export function emptyTexts<One extends AnyResource>(one: One): Record<TextOf<One> & keyof One['create'], string> {
  return Object.fromEntries(textsSetBy(one, 'create').map((name) => [name, ''])) as ReturnType<typeof emptyTexts<One>>;
}
