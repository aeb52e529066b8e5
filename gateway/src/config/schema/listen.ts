import { integer, optionalInteger, optionalSection, optionalText, section, text } from './fields.ts'

/** The files of a certificate that the gateway shows to its clients; null: it speaks no TLS there. */
export const certificateFiles = (description: string) =>
  optionalSection(description, {
    certFile: text('File with the certificate in PEM, followed by those of its issuers.', { minLength: 1 }),
    keyFile: text('File with the private key of the certificate in PEM, not encrypted.', { minLength: 1 })
  })

/** Where visitors come in. */
export const listen = section('Where visitors (or the load balancer) reach the gateway.', {
  host: text('Address to bind; `localhost` binds both 127.0.0.1 and ::1.', { default: '127.0.0.1' }),
  port: integer('TCP port; 0 picks a free one.', 8080, 0, 65535),
  unix: optionalText(
    'Path of a Unix socket to listen on instead of `host` and `port`, such as `/run/gatehouse/gatehouse.sock`. It has mode 0660 and is removed when the gateway stops; one that a killed process left behind is replaced. Clients have no address there: see `trustedProxies`.',
    { pattern: '^/[^\\u0000-\\u001f\\u007f]+$' }
  ),
  fd: optionalInteger(
    'Number of a file descriptor to listen on instead of `host` and `port`: a bound socket that the parent process hands over. Not needed with a systemd socket unit, whose socket is found by itself.',
    3,
    1023
  ),
  tls: certificateFiles(
    'TLS 1.2 and 1.3 for visitors. null: plain HTTP, TLS ends in front of the gateway. The files are read again when they change. HTTP/2 is not offered.'
  )
})
