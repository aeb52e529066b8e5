import { listProblems, type Problem } from '../../problem.ts'
import { ANY_ORIGIN, readCorsOrigin } from '../addresses/cors-origins.ts'
import type { Config } from '../schema/schema.ts'

/** Every origin is one that a browser can send, and nobody's session goes to everybody. */
export function checkCors({ cors }: Pick<Config, 'cors'>): Problem[] {
  return findCorsProblems(cors, 'cors')
}

/** The same for a section of this form. `path`: of its keys. */
function findCorsProblems({ origins, credentials }: Config['cors'], path: string): Problem[] {
  return [
    ...origins.flatMap((text, index) => {
      const read = readCorsOrigin(text)
      if (read.kind !== 'wrong') return []
      const hint = 'Write each origin out, such as `https://app.example.com`.'
      return [{ path: `${path}.origins[${index}]`, message: read.wrong, hint }]
    }),
    ...listProblems(
      origins.includes(ANY_ORIGIN) &&
        credentials && {
          path: `${path}.credentials`,
          message: 'would let every page on the web act with the session of its visitor',
          hint: 'Write the origins out, or leave `credentials` off.'
        },
      origins.includes(ANY_ORIGIN) &&
        origins.length > 1 && {
          path: `${path}.origins`,
          message: 'has other origins beside `*`, which stands for them too',
          hint: 'Keep `*` alone, or the others.'
        }
    )
  ]
}
