import { errorText } from '#i18n/text/every-page.ts';
import { fetchFromServer } from '#session/backend.ts';
import { noteRequest } from './own-changes.ts';
import { endsWhenSilent } from './silence.ts';

/** In ms: how long a response may pause. The server sends a comment to open streams every 15 s. */
const longestSilence = 40_000;

/**
 * {@link fetchFromServer} for the API. A page in place of a reply is that of a network with a sign-in of its own. A
 * response that begins and then stays silent fails while it is read.
 */
export const fetchFromApi: typeof fetch = async (input, init) => {
  const response = await fetchFromServer(input, init);
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  if (response.ok && isPage) throw new Error(errorText.unreachable);
  const request = response.headers.get('x-request-id');
  if (request && init?.method !== 'GET') noteRequest(request);
  if (!response.body) return response;
  const silent = () => new Error(errorText.noAnswer);
  return new Response(response.body.pipeThrough(endsWhenSilent(longestSilence, silent)), response);
};
