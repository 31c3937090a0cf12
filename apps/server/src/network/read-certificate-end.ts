import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { connecting } from './outgoing-connections.ts';
import { hostOf } from './public-address.ts';

/** Longest wait for a certificate, in milliseconds. */
const timeout = 10_000;

/**
 * Returns when the certificate of an https address expires, trusted or not; null for any other address.
 *
 * @throws {Error} when the host does not answer with a certificate
 */
export async function readCertificateEnd(address: string): Promise<Date | null> {
  const url = new URL(address);
  if (url.protocol !== 'https:') return null;
  const host = hostOf(url);
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port: Number(url.port || 443),
      // Only the expiry is read; nothing is sent.
      rejectUnauthorized: false,
      ...(isIP(host) === 0 ? { servername: host } : {}),
    };
    const socket = connecting(() => connect(options));
    const limit = setTimeout(() => socket.destroy(new Error(`${address} did not answer in time.`)), timeout);
    socket.once('secureConnect', () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      if (Number.isNaN(end.getTime())) socket.destroy(new Error(`The certificate of ${address} has no end.`));
      else {
        resolve(end);
        socket.destroy();
      }
    });
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(limit));
  });
}
