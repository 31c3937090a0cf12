import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * Scripts come from the console's own files only; styles may stand inline, because the component library sets sizes and
 * colours on elements.
 */
const protect = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  frameguard: { action: 'deny' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // Whether a host speaks TLS is known to the proxy that ends it, not to this server.
  strictTransportSecurity: false,
});

/** Browser features that no page uses, so that injected code cannot use them either. */
const permissions = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';

/** The headers of every reply, whatever it answers and however early it is refused. */
export const securityHeaders: Readonly<Record<string, string>> = {
  ...protectiveHeaders(),
  'permissions-policy': permissions,
};

/** They depend on no request, so they are computed once. */
function protectiveHeaders(): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  protect(request, response, () => undefined);
  return response.getHeaders() as Record<string, string>;
}
