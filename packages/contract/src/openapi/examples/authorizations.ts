import type { Examples } from './example.ts';

const consent = {
  application: { id: 'studio-desktop', name: 'Keyhold Studio for the desktop' },
  device: 'Prepress 3',
  address: '192.0.2.17',
  'user-agent': 'Keyhold-Studio/26.1',
  'created-on': '2026-02-11T08:29:12.000Z',
};
const request =
  'response_type=code&client_id=studio-desktop&redirect_uri=http%3A%2F%2F127.0.0.1%3A52714%2F&state=af0ifjsldkj&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&device_name=Prepress%203';

/** The calls of the console when an application requests a sign-in. */
export const authorizationExamples: Examples = {
  getAuthorization: { query: { request }, reply: { item: { ...consent, 'created-on': null } } },
  decideAuthorization: {
    body: { request, allow: true },
    reply: {
      redirect:
        'http://127.0.0.1:52714/?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj&iss=https%3A%2F%2Fkeyhold.example',
    },
  },
  findDevice: { body: { 'user-code': 'WDJB-MJHT' }, reply: { item: consent } },
  decideDevice: { body: { 'user-code': 'WDJB-MJHT', allow: true } },
};
