import { integer, optionalSection, optionalText, text } from './fields.ts'

/** What several processes of one gateway know together. */
export const store = optionalSection(
  'A Redis or Valkey server (6.2 or newer) through which replicas know the same: refreshes are made once for all of them, rate limits count over all, and the end of a session takes effect everywhere within a second. It needs the package `ioredis`. Nothing depends on it: while it is away, each replica goes on by itself. null: each replica is alone.',
  {
    url: optionalText(
      'Where it is. One server: `redis://host:6379/0`, with TLS `rediss://host:6380/0`, or `unix:/run/valkey.sock`. Sentinel: `redis+sentinel://host1:26379,host2:26379/NAME/0`, `NAME` of the primary. Cluster: `redis+cluster://host1:6379,host2:6379`. Both with TLS as `rediss+sentinel:` and `rediss+cluster:`. The number is that of the database. A user name stands before the hosts, as in `redis://gatehouse@host`; a password belongs into `passwordFile`.'
    ),
    urlFile: optionalText('File with the address, instead of `url`.'),
    passwordFile: optionalText(
      'File with the password, for sentinels too; read anew for each connection. null: none is asked for.'
    ),
    prefix: text('What all names in the store begin with. Gateways that share a store need one each.', {
      default: 'gatehouse',
      pattern: '^[A-Za-z0-9_.:-]{1,64}$'
    }),
    timeoutMs: integer(
      'How long an answer of the store is waited for, in milliseconds. After that it is done without.',
      250,
      10,
      5000
    ),
    caFile: optionalText(
      'File with the certificates of the authorities (PEM) that vouch for the server, with TLS. null: those that Node knows.'
    )
  }
)
