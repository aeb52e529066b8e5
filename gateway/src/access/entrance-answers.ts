import type { Config } from '../config/schema/schema.ts'
import { type Answers, type AnswersOptions, createAnswers } from './answers.ts'
import type { Applications } from './applications.ts'
import { createHandOverAttempts, type HandOverAttempts } from './hand-over.ts'
import { createKeptForms, type KeptForms } from './kept-forms/kept-forms.ts'

/** What requests of one entrance are answered with. */
export interface EntranceAnswers {
  answers: Answers
  /** Null: forms are not kept. */
  keptForms: KeptForms | null
  /** Where sessions are handed over, the same for both; null: nowhere. */
  handOver: HandOverAttempts | null
}

/** The answers of a gateway; see `createEntranceAnswers`. */
export interface AnswersByEntrance {
  /** For requests that the gateway proxies, and for its own pages. */
  proxy: EntranceAnswers
  /** For requests that another proxy asks about, which delivers them on other origins: with absolute links. */
  'forward-auth': EntranceAnswers
}

export interface EntranceAnswersOptions extends Pick<AnswersOptions, 'frameFor' | 'locales'> {
  config: AnswersOptions['config'] & Pick<Config, 'applications' | 'cookie' | 'keepForms'>
  applications: Pick<Applications, 'areByHost'>
  /** Epoch seconds. */
  now: () => number
}

/** The answers of a gateway of this configuration, for both ways to judge a request. */
export function createEntranceAnswers(options: EntranceAnswersOptions): AnswersByEntrance {
  const { config, applications, now } = options
  const { origin } = new URL(config.publicUrl)
  const handOver = createHandOverAttempts(config, now)
  const loginOrigin = applications.areByHost ? origin : undefined
  const shared = { config, locales: options.locales, frameFor: options.frameFor, handOver }
  const answers = createAnswers({ ...shared, loginOrigin })
  return {
    proxy: { answers, keptForms: createKeptForms(config.keepForms, answers), handOver },
    'forward-auth': {
      answers: createAnswers({ ...shared, loginOrigin: origin, endpointsOrigin: origin }),
      // Proxies that ask keep the body to themselves.
      keptForms: null,
      handOver
    }
  }
}
