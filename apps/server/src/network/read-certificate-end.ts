import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** Longest wait for a certificate, in milliseconds. */
const timeout = 10_000;

/**
 * The end of the certificate that an https address presents, whether it is trusted or not; null where there is none to see.
 *
 * @throws {Error} when nobody answers there with a certificate
 */
export async function readCertificateEnd(address: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(address);
  if (protocol !== 'https:') return null;
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      // Only its end is read; nothing is sent.
      rejectUnauthorized: false,
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
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
