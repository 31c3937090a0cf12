import { emailSchema } from '@keyhold/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { callerOf } from '../../http/bind.ts';
import { ProblemError } from '../../problem.ts';
import { randomSecret } from '../../secrets/random-secret.ts';
import type { Services } from '../../services.ts';
import { logOutByProvider } from './back-channel-logout.ts';
import { browserCookie, browserOf, singleSignOnPath } from './browser.ts';
import { completeSignIn, endPage, startSignIn } from './sign-in.ts';

/**
 * Serves the sign-in endpoints that browsers and providers call, in the form that OpenID Connect requires: two
 * addresses that redirect, and one that takes a form.
 */
export function installSingleSignOn(app: FastifyInstance, services: Services): void {
  const redirecting = { exposeHeadRoute: false };
  app.get(`${singleSignOnPath}/start`, redirecting, async (request, reply) => {
    const { publicUrl } = services.installation;
    const browser = browserOf(request.headers.cookie, publicUrl) ?? randomSecret();
    const email = emailSchema.safeParse((request.query as { email?: unknown }).email);
    reply.header('set-cookie', browserCookie(browser, publicUrl));
    return redirect(reply, async () =>
      email.success ? startSignIn(services, callerOf(request, services), email.data, browser) : '/login',
    );
  });

  app.get(`${singleSignOnPath}/callback`, redirecting, (request, reply) =>
    redirect(reply, () => {
      const query = request.url.split('?').slice(1).join('?');
      const browser = browserOf(request.headers.cookie, services.installation.publicUrl);
      return completeSignIn(services, callerOf(request, services), query, browser);
    }),
  );

  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, new URLSearchParams(text as string)),
    );
    scope.post(`${singleSignOnPath}/backchannel-logout`, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const caller = callerOf(request, services);
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
      const wrong = token === null ? 'There is no logout_token.' : await logOutByProvider(services, caller, token);
      if (wrong) return reply.code(400).send({ error: 'invalid_request', error_description: wrong });
      return reply.code(200).send();
    });
  });
}

/** Redirects a browser; after a refusal, to the page that shows the reason. */
async function redirect(reply: FastifyReply, next: () => Promise<string>) {
  reply.header('cache-control', 'no-store');
  try {
    return reply.redirect(await next(), 302);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return reply.redirect(`${endPage}?error=${error.problems[0].code}`, 302);
  }
}
