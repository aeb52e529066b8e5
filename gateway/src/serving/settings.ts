import { Type } from 'typebox'
import { flag, integer, section } from '../config/schema/fields.ts'
export const workers = Type.Unsafe<number | 'auto'>({
  type: ['integer', 'string'],
  pattern: '^auto$',
  minimum: 1,
  maximum: 64,
  default: 1,
  description:
    'Number of serving processes, for a multi-core machine without an orchestrator. 1: this process only. More: it starts workers, distributes connections and replaces workers that die. `auto`: one per core. A change requires a restart.'
})

export const reload = section(
  'How a running gateway picks up configuration changes; SIGHUP reloads everything immediately.',
  {
    watch: flag(
      'Reload when the configuration file or a file that it names changes. false: only at SIGHUP.',
      true
    ),
    pollSeconds: integer('How often the files are checked for changes, in seconds.', {
      default: 10,
      minimum: 1,
      maximum: 3600
    })
  }
)

export const shutdown = section('Shutdown at SIGTERM and SIGINT.', {
  drainSeconds: integer('How long new requests are accepted after `/readyz` responds 503, in seconds.', {
    default: 0,
    minimum: 0,
    maximum: 600
  }),
  graceSeconds: integer(
    'How long requests in flight may take to finish, in seconds. On Cloud Run (`K_SERVICE`), which allows ten seconds in all, the default is 7.',
    { default: 30, minimum: 1, maximum: 3600 }
  )
})
