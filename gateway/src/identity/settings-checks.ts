import type { KeyObject } from 'node:crypto'
import { isMessageHeader, PRESET_NAMES } from '../config/defaults.ts'
import type { Config } from '../config/schema/schema.ts'
import { readPrivateKey } from '../http/tls-files.ts'
import { listProblems, type Problem, when } from '../problem.ts'

const SOURCES = new Set([
  ...['$idToken', '$assertion', '$signInProvider', '$secondFactor', '$emailUnverified'],
  ...['$iapEmail', '$iapUserId']
])

/** Identity headers must have a known preset, known sources and unreserved names. */
export function checkIdentityHeaders({ identityHeaders }: Pick<Config, 'identityHeaders'>): Problem[] {
  const { preset = null, ...own } = identityHeaders
  const isUnknown = preset !== null && !PRESET_NAMES.includes(preset)
  return listProblems(
    when(isUnknown, {
      path: 'identityHeaders.preset',
      message: 'is not a preset',
      hint: `Use one of ${PRESET_NAMES.join(', ')}. A header cannot have the name \`preset\`.`
    }),
    ...checkHeaderSources(own)
  )
}

function checkHeaderSources(headers: Config['identityHeaders']): Problem[] {
  return Object.entries(headers).flatMap(([name, source]) => {
    const path = `identityHeaders.${name}`
    return listProblems(
      when(source?.startsWith('$') === true && !SOURCES.has(source), {
        path,
        message: 'has an unknown source',
        hint: `Use a claim, or one of ${[...SOURCES].join(', ')}.`
      }),
      when(isMessageHeader(name), {
        path,
        message: 'is a reserved header',
        hint: 'Choose another name, such as `x-forwarded-groups`.'
      })
    )
  })
}

const MIN_RSA_BITS = 2048

const HINTS = {
  ES256: 'Make one with `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`.',
  RS256: 'Make one with `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048`.'
}

/** The keys of the assertion must be of its algorithm. */
export function checkAssertion({ assertion }: Pick<Config, 'assertion'>): Problem[] {
  const { algorithm, privateKeys } = assertion
  const path = 'assertion.privateKeys'
  return listProblems(
    ...privateKeys.flatMap((pem, index) => checkKey(pem, algorithm, `${path}[${index}]`)),
    when(algorithm === 'RS256' && privateKeys.length === 0, {
      path,
      message: 'has no key: only those of ES256 can be derived from the signature keys',
      hint: HINTS.RS256
    })
  )
}

function checkKey(pem: string, algorithm: Config['assertion']['algorithm'], path: string): Problem[] {
  const read = readPrivateKey(pem, path)
  if (read.kind === 'invalid') return read.problems
  const message = algorithm === 'RS256' ? findRsaFault(read.key) : findCurveFault(read.key)
  return message === null ? [] : [{ path, message, hint: HINTS[algorithm] }]
}

function findRsaFault({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  if (asymmetricKeyType !== 'rsa') return 'is not an RSA key, which RS256 signs with'
  const { modulusLength = 0 } = asymmetricKeyDetails ?? {}
  return modulusLength < MIN_RSA_BITS ? `is shorter than ${MIN_RSA_BITS} bits` : null
}

function findCurveFault({ asymmetricKeyDetails }: KeyObject): string | null {
  return asymmetricKeyDetails?.namedCurve === 'prime256v1'
    ? null
    : 'is not a key of P-256, which ES256 signs with'
}
