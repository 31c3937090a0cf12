import type { Consent } from '@keyhold/contract';
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { consentText } from '#i18n/text/people.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { ExactField } from '#ui/form/exact-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { AnswerPage, Decision, LoadingRequest } from './answer-page.tsx';
import { answerDevice, findDevice } from './consent.data.ts';
import { isWholeCode, shownCode } from './user-code.ts';

/** Signs in a device without a browser: the user enters the code that it shows, or confirms the one in the address. */
export default function DevicePage() {
  const [params] = useSearchParams();
  const linked = params.get('code') ?? '';
  return <Device key={linked} linked={linked} />;
}

function Device({ linked }: { linked: string }) {
  const [looking, setLooking] = useState(linked !== '');
  const [refusal, setRefusal] = useState<unknown>(null);
  const [found, setFound] = useState<{ code: string; consent: Consent } | null>(null);

  // Only looks up the request; the decision needs a button.
  useEffect(() => {
    if (linked === '') return;
    findDevice(linked)
      .then((consent) => setFound({ code: shownCode(linked), consent }), setRefusal)
      .finally(() => setLooking(false));
  }, [linked]);

  const find = async (code: string): Promise<void> => {
    setRefusal(null);
    setFound({ code: shownCode(code), consent: await findDevice(code) });
  };
  return (
    <AnswerPage title={consentText.deviceTitle}>
      {looking ? (
        <LoadingRequest />
      ) : !found ? (
        <>
          <ErrorAlert error={refusal} />
          <CodeForm code={linked} onEnter={find} />
        </>
      ) : (
        <Decision
          {...found}
          onDecide={(allow) => answerDevice(found.code, allow)}
          next={(allowed) => (allowed ? consentText.deviceAllowed : consentText.deviceDenied)}
        />
      )}
    </AnswerPage>
  );
}

function CodeForm({ code, onEnter }: { code: string; onEnter: (code: string) => Promise<void> }) {
  const form = useForm({
    initialValues: { 'user-code': code },
    validate: { 'user-code': (value) => (isWholeCode(value) ? null : consentText.codeLength) },
  });
  return (
    <Form
      form={form}
      onSubmit={(values) => onEnter(values['user-code'])}
      submitLabel={consentText.goOn}
      busyLabel={consentText.looking}
      guarded={false}
    >
      <Text>{consentText.enterCode}</Text>
      <ExactField
        label={consentText.code}
        name="user-code"
        autoCapitalize="characters"
        maxLength={100}
        autoFocus
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', textTransform: 'uppercase' } }}
        {...form.getInputProps('user-code')}
      />
    </Form>
  );
}
