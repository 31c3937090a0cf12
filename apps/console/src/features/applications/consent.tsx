import type { Consent } from '@keyhold/contract';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { applicationsText } from '#text/applications.ts';
import { Answered, AnswerPage, Looking } from './answer-page.tsx';
import { answerRequest, readRequest } from './applications.data.ts';
import { Decision } from './decision.tsx';
import { isLoopbackAddress } from './loopback-address.ts';
import { RefusedRequest } from './refused-request.tsx';

/** Asks whether an application that has opened the browser may sign in, and takes the answer to it. */
export default function ConsentPage() {
  const request = useLocation().search.slice(1);
  // Another request is another question: what is answered is what was shown.
  return <Request key={request} request={request} />;
}

function Request({ request }: { request: string }) {
  const [asked, setAsked] = useState<Consent | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [allowed, setAllowed] = useState<boolean | null>(null);

  useEffect(() => {
    readRequest(request).then(setAsked, setRefusal);
  }, [request]);

  const decide = async (allow: boolean): Promise<void> => {
    const next = await answerRequest(request, allow);
    if (!isLoopbackAddress(next)) throw new Error(applicationsText.elsewhere);
    setAllowed(allow);
    window.location.assign(next);
  };
  return (
    <AnswerPage title={applicationsText.consentTitle}>
      <RefusedRequest error={refusal} />
      {!asked ? (
        refusal === null && <Looking />
      ) : allowed === null ? (
        <Decision asked={asked} onDecide={decide} />
      ) : (
        <Answered allowed={allowed}>{applicationsText.back({ application: asked.application.name })}</Answered>
      )}
    </AnswerPage>
  );
}
