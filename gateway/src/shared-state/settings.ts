import { integer, optionalSection, optionalText, text } from '../config/schema/fields.ts'
export const store = optionalSection(
  'A Redis or Valkey server (6.2 or newer) that replicas share: refreshes are made once for all of them, rate limits apply across them, and the end of a session takes effect everywhere within a second. Requires the package `ioredis`. Optional at runtime: while it is down, each replica continues on its own. null: no shared state.',
  {
    url: optionalText(
      'URL. One server: `redis://host:6379/0`, with TLS `rediss://host:6380/0`, or `unix:/run/valkey.sock`. Sentinel: `redis+sentinel://host1:26379,host2:26379/NAME/0`, with the `NAME` of the primary. Cluster: `redis+cluster://host1:6379,host2:6379`. With TLS: `rediss+sentinel:` and `rediss+cluster:`. The number is the database. A user name precedes the hosts, as in `redis://gatehouse@host`; put the password into `passwordFile`.'
    ),
    urlFile: optionalText('File with the URL, instead of `url`.'),
    passwordFile: optionalText(
      'File with the password, also used for sentinels; read for each connection. null: no password.'
    ),
    prefix: text('Prefix of all keys in the store. Gateways that share a store need different ones.', {
      default: 'gatehouse',
      pattern: '^[A-Za-z0-9_.:-]{1,64}$'
    }),
    timeoutMs: integer('Timeout of the store, in milliseconds, after which it is bypassed.', {
      default: 250,
      minimum: 10,
      maximum: 5000
    }),
    caFile: optionalText('File with CA certificates (PEM) for TLS. null: Node’s default CAs.')
  }
)
