import type { Consent } from '@keyhold/contract';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { errorText } from '#i18n/text/every-page.ts';
import { consentText } from '#i18n/text/people.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { problemsOf } from '#ui/feedback/error-status.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import looks from '#ui/theme/looks.module.css';
import { AnswerPage, Decision, LoadingRequest } from './answer-page.tsx';
import { answerRequest, readRequest } from './consent.data.ts';
import { isLoopbackAddress } from './loopback-address.ts';

/** Prompts whether an application that opened the browser may sign in, and passes the answer to it. */
export default function ConsentPage() {
  const request = useLocation().search.slice(1);
  // Keyed by request, so that the answer is to the request that was shown.
  return <Request key={request} request={request} />;
}

function Request({ request }: { request: string }) {
  const [consent, setConsent] = useState<Consent | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);

  useEffect(() => {
    readRequest(request).then(setConsent, setRefusal);
  }, [request]);

  const decide = async (allow: boolean): Promise<void> => {
    const next = await answerRequest(request, allow);
    if (!isLoopbackAddress(next)) throw new Error(consentText.elsewhere);
    window.location.assign(next);
  };
  return (
    <AnswerPage title={consentText.consentTitle}>
      <RefusedRequest error={refusal} />
      {!consent && refusal === null && <LoadingRequest />}
      {consent && (
        <Decision
          consent={consent}
          onDecide={decide}
          next={() => consentText.back({ application: consent.application.name })}
        />
      )}
    </AnswerPage>
  );
}

/** Why a request cannot be answered. A malformed one is reported to developers, in the standards' English words. */
function RefusedRequest({ error }: { error: unknown }) {
  const malformed = problemsOf(error).find(({ path }) => path === 'request');
  if (!malformed) return <ErrorAlert error={error} />;
  return (
    <Notice tone="red" title={errorText.title} icon={<IconAlertCircle aria-hidden="true" />} mb="md">
      <p>{consentText.malformed}</p>
      <p lang="en" className={looks.mono}>
        {String(malformed.message)}
      </p>
    </Notice>
  );
}
