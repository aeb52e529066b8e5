import { createRequire } from 'node:module'

/** What a terminal could take for a command and JSON leaves as it is: DEL and the C1 controls. */
const LEFT_BY_JSON = /[\u007f-\u009f]/g
const CONTROLS = /\p{Cc}/gu

/**
 * A function that makes a JSON line of the log readable for people: time, level and message, then all other members as
 * JSON on the same line, so that nothing that visitors send can look like a line of its own. What is no JSON stays.
 */
export function createTextLines(): (line: string) => string {
  // Loaded on demand: a gateway that writes JSON does without.
  const pretty: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty')
  const format = pretty.prettyFactory({
    colorize: false,
    errorLikeObjectKeys: [],
    ignore: 'service',
    messageFormat: (log, messageKey) => String(log[messageKey] ?? '').replace(CONTROLS, ' '),
    singleLine: true,
    translateTime: "UTC:yyyy-mm-dd'T'HH:MM:ss.l'Z'"
  })
  return (line) => format(line.replace(LEFT_BY_JSON, '\ufffd')) ?? line
}
