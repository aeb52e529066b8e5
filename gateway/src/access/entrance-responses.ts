import type { Config } from '../config/schema/schema.ts'
import type { Applications } from './applications.ts'
import { createHandOverAttempts, type HandOverAttempts } from './hand-over.ts'
import { createKeptForms, type KeptForms } from './kept-forms/kept-forms.ts'
import { createResponses, type Responses, type ResponsesOptions } from './responses.ts'

/** What requests of one entrance are answered with. */
export interface EntranceResponses {
  responses: Responses
  /** Null: forms are not kept. */
  keptForms: KeptForms | null
  /** Where sessions are handed over, the same for both; null: nowhere. */
  handOver: HandOverAttempts | null
}

/** The answers of a gateway; see `createEntranceResponses`. */
export interface ResponsesByEntrance {
  /** For requests that the gateway proxies, and for its own pages. */
  proxy: EntranceResponses
  /** For requests that another proxy asks about, which delivers them on other origins: with absolute links. */
  'forward-auth': EntranceResponses
}

export interface EntranceResponsesOptions extends Pick<ResponsesOptions, 'frameFor' | 'locales'> {
  config: ResponsesOptions['config'] & Pick<Config, 'applications' | 'cookie' | 'keepForms'>
  applications: Pick<Applications, 'areByHost'>
  /** Epoch seconds. */
  now: () => number
}

/** The answers of a gateway of this configuration, for both ways to judge a request. */
export function createEntranceResponses(options: EntranceResponsesOptions): ResponsesByEntrance {
  const { config, applications, now } = options
  const { origin } = new URL(config.publicUrl)
  const handOver = createHandOverAttempts(config, now)
  const loginOrigin = applications.areByHost ? origin : undefined
  const shared = { config, locales: options.locales, frameFor: options.frameFor, handOver }
  const responses = createResponses({ ...shared, loginOrigin })
  return {
    proxy: { responses, keptForms: createKeptForms(config.keepForms, responses), handOver },
    'forward-auth': {
      responses: createResponses({ ...shared, loginOrigin: origin, endpointsOrigin: origin }),
      // Proxies that ask keep the body to themselves.
      keptForms: null,
      handOver
    }
  }
}
