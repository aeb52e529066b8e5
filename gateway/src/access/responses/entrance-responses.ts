import { metadataAddress } from '../../config/applications.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { Applications } from '../applications/applications.ts'
import { createHandOverAttempts } from './hand-over.ts'
import { createKeptForms } from './kept-forms.ts'
import { createResponses, type ResponsesOptions } from './responses.ts'

/** What one entrance responds with. */
export type ResponsesByMode = ReturnType<typeof createEntranceResponses>['proxy' | 'forward-auth']

interface EntranceResponsesOptions extends Pick<ResponsesOptions, 'frameFor' | 'locales'> {
  config: ResponsesOptions['config'] & Pick<Config, 'applications' | 'cookie' | 'keepForms'>
  applications: Pick<Applications, 'all' | 'areByHost' | 'of'>
  /** Epoch seconds. */
  now: () => number
}

export function createEntranceResponses(options: EntranceResponsesOptions) {
  const { config, applications, now } = options
  const { origin } = new URL(config.publicUrl)
  const handOver = createHandOverAttempts(config, now)
  const loginOrigin = applications.areByHost ? origin : undefined
  const hasResources = applications.all.some(({ resource }) => resource !== null)
  const metadataAt: ResponsesOptions['metadataAt'] = ({ hostname, origin, target }) => {
    if (!hasResources) return null
    const application = target === null ? null : applications.of(hostname, target.readings)
    return application?.resource == null ? null : metadataAddress(application, origin)
  }
  const shared = { config, locales: options.locales, frameFor: options.frameFor, handOver, metadataAt }
  const responses = createResponses({ ...shared, loginOrigin })
  return {
    /** Proxied requests and the gateway's own pages. `keptForms`: null if keeping forms is disabled. */
    proxy: { responses, keptForms: createKeptForms(config.keepForms, responses), handOver },
    /** Auth requests: another proxy delivers the response on its own origin, so links are absolute. */
    'forward-auth': {
      responses: createResponses({ ...shared, loginOrigin: origin, endpointsOrigin: origin }),
      // Proxies do not forward the body in auth requests.
      keptForms: null,
      handOver
    }
  }
}
