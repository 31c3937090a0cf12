import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * Scripts come from the console's own files only; inline styles are allowed, because the component library sets sizes
 * and colours on elements.
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
  // Only the proxy that terminates TLS knows whether a host speaks it, not this server.
  strictTransportSecurity: false,
});

/** Browser features that no page uses, so that injected code cannot use them either. */
const permissions = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()';

/** The headers of every reply, whatever its status and however early it is refused. */
export const securityHeaders: Readonly<Record<string, string>> = {
  ...protectiveHeaders(),
  'permissions-policy': permissions,
};

/** Computed once, because they do not depend on the request. */
function protectiveHeaders(): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  protect(request, response, () => undefined);
  return response.getHeaders() as Record<string, string>;
}
